import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { readConfig, Registry } from '@gable/runtime';
import { AdmissionPools } from './admission-pools.js';

const response = () => new ServerResponse(new IncomingMessage(new Socket()));

it('lets work of some milliseconds begin in a turn of the event loop of its own, so that others come in', async () => {
  let now = 0;
  const pools = new AdmissionPools(new Registry(), { ...readConfig({}), requestSlots: 8 }, () => now);
  const seen: string[] = [];
  const ends = ['one', 'other'].map(async (account) => {
    const end = await pools.admit('search', account, response());
    now += 40;
    seen.push(`${account} began`);
    setImmediate(() => seen.push(`arrived during ${account}`));
    return end;
  });
  expect(pools.of('shared').held + pools.of('search').held).toBeGreaterThan(0);
  for (let turns = 0; turns < 6; turns += 1) await turn();
  expect(seen).toEqual(['one began', 'arrived during one', 'other began', 'arrived during other']);
  for (const end of await Promise.all(ends)) end();
  expect([pools.of('shared').held, pools.of('search').held]).toEqual([0, 0]);
});
