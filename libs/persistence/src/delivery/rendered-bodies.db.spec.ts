import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { Sealer } from '@gable/runtime';
import type { Database } from '../database/database.js';
import { newId } from '../database/new-id.js';
import { openDatabase } from '../open-database.js';
import { DeliveryMessageStore } from './message-store.js';
import { bodyColumns } from './rendered-bodies.js';

let testDatabase: TestDatabase;
let database: Database;
let store: DeliveryMessageStore;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url);
  store = new DeliveryMessageStore(database, new Sealer(randomBytes(32).toString('base64')));
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const told = Buffer.from('"told":"ü😀\\u0000"}');
const parts = (head: string, second = told) => ({ head: Buffer.from(head), told: second });

describe('bodies that were rendered', () => {
  it('are kept byte for byte, each whole, however many share a part', async () => {
    const rendered = new Map([
      [newId(new Date()), parts('{"a":1,')],
      [newId(new Date()), parts('{"b":22,')],
      [newId(new Date()), parts('{"mail":true}', Buffer.alloc(0))],
      [newId(new Date()), parts('', Buffer.from([0, 255, 39, 92]))],
    ]);
    const bodies = await store.keep(rendered);
    const kept = await database.query<{ id: string; body: Buffer }>(
      'select delivery_id as id, body from delivery_payload where delivery_id = any($1::uuid[])',
      [[...rendered.keys()]],
    );
    expect(kept).toHaveLength(4);
    for (const [id, { head, told: second }] of rendered) {
      const whole = Buffer.concat([head, second]);
      expect([bodies.get(id), kept.find((row) => row.id === id)!.body]).toEqual([whole, whole]);
    }
  });

  it('give way to what an earlier attempt kept', async () => {
    const [earlier, other] = [newId(new Date()), newId(new Date())];
    await store.keep(new Map([[earlier, parts('{"first":1,')]]));
    const bodies = await store.keep(
      new Map([
        [earlier, parts('{"second":1,')],
        [other, parts('{"other":1,')],
      ]),
    );
    expect([bodies.get(earlier)!.toString(), bodies.get(other)!.toString()]).toEqual([
      `{"first":1,${told.toString()}`,
      `{"other":1,${told.toString()}`,
    ]);
  });

  it('send what they share once', () => {
    const columns = bodyColumns(new Map(['a', 'b', 'c'].map((id) => [id, parts(`{"${id}":1,`)])));
    expect((columns.at(-1) as Buffer).length).toBe(3 * '{"a":1,'.length + told.length);
  });
});
