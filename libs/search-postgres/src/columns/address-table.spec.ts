import { SeededRandom } from '@gable/domain/testing';
import { AddressTable } from './address-table.js';

/** Ids of which many share their end, and so their hash. */
function idOf(n: number): Uint8Array {
  const id = new Uint8Array(16);
  new DataView(id.buffer).setUint32(0, n);
  new DataView(id.buffer).setUint32(12, n % 500);
  return id;
}

let read = 0;
/** What stands at an address is the id of that number, modulo 3,000: each id can stand at several. */
const idAt = (address: number): Uint8Array => {
  read += 1;
  return idOf(address % 3_000);
};

it('knows of any ids where they stand, whatever came and went', () => {
  const random = new SeededRandom(7);
  const table = new AddressTable(idAt);
  const expected = new Set<number>();
  for (let n = 0; n < 30_000; n += 1) {
    const address = random.whole(0, 8_999);
    if (expected.has(address)) table.remove(idOf(address % 3_000), address);
    else table.add(idOf(address % 3_000), address);
    if (!expected.delete(address)) expected.add(address);
  }
  expect(table.size).toBe(expected.size);
  for (let id = 0; id < 3_000; id += 1) {
    const places = [id, id + 3_000, id + 6_000].filter((address) => expected.has(address));
    const found = [];
    for (let at = table.find(idOf(id)); at >= 0; at = table.find(idOf(id))) {
      found.push(at);
      table.remove(idOf(id), at);
    }
    expect(found.sort((one, other) => one - other)).toEqual(places);
  }
  expect(table.size).toBe(0);
});

it('grows without reading an id', () => {
  const table = new AddressTable(idAt);
  read = 0;
  const before = table.bytes;
  for (let address = 0; address < 3_000; address += 1) table.add(idOf(address), address);
  expect(read).toBe(0);
  expect(table.bytes).toBeGreaterThan(before);
  expect(table.find(idOf(2_999))).toBe(2_999);
});

it('knows nothing any more once it is cleared', () => {
  const table = new AddressTable(idAt);
  for (let address = 0; address < 3_000; address += 1) table.add(idOf(address), address);
  table.clear();
  expect([table.size, table.find(idOf(1))]).toEqual([0, -1]);
  table.add(idOf(1), 1);
  expect(table.find(idOf(1))).toBe(1);
});
