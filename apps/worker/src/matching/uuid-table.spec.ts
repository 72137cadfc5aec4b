import { newId } from '@gable/persistence';
import { UuidTable } from './uuid-table.js';

it('knows what a map of the same uuids knows, through thousands of additions and removals', () => {
  const table = new UuidTable();
  const known = new Map<string, number>();
  const ids = Array.from({ length: 5_000 }, () => newId(new Date()));
  let seed = 1;
  const random = (sides: number) => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) % sides;
  for (let turn = 0; turn < 60_000; turn += 1) {
    const id = ids[random(ids.length)]!;
    const ref = known.get(id);
    if (table.find(id) !== (ref ?? -1)) throw new Error(`${id} is ${table.find(id)}, not ${ref ?? -1}`);
    if (ref === undefined) known.set(id, table.add(id));
    else if (random(3) > 0) {
      table.remove(ref);
      known.delete(id);
    }
  }
  expect(table.size).toBe(known.size);
  expect(new Set(known.values()).size).toBe(known.size);
  for (const [id, ref] of known) expect([table.find(id), table.uuidOf(ref)]).toEqual([ref, id]);
  expect(table.limit).toBeLessThanOrEqual(5_000);
});

it('takes any uuid, all alike but for one character', () => {
  const table = new UuidTable();
  const ids = Array.from(
    { length: 256 },
    (_, i) => `${i.toString(16).padStart(2, '0')}000000-0000-0000-0000-000000000000`,
  );
  const refs = ids.map((id) => table.add(id));
  expect(refs.map((ref) => table.uuidOf(ref))).toEqual(ids);
  expect(ids.map((id) => table.find(id))).toEqual(refs);
});
