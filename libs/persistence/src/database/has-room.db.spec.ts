import { createTestDatabase } from '@gable/testing';
import { openDatabase } from '../index.js';

it('has room for a second statement while three of four connections have nothing to do', async () => {
  const test = await createTestDatabase();
  const database = await openDatabase(test.url, { poolSize: 4 });
  const under = async (statements: number): Promise<boolean> => {
    const held = Array.from({ length: statements }, () => database.query('select pg_sleep(0.2)'));
    await new Promise(setImmediate); // an idle connection is taken in the next turn
    const had = database.hasRoom();
    await Promise.all(held);
    return had;
  };
  try {
    expect([await under(0), await under(1), await under(2), await under(5)]).toEqual([true, true, false, false]);
    expect(database.hasRoom()).toBe(true);
  } finally {
    await database.close();
    await test.drop();
  }
});
