import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { readConfig, Registry } from '@gable/runtime';
import { AdmissionPools } from './admission-pools.js';

const poolsOf = () => new AdmissionPools(new Registry(), { ...readConfig({}), requestSlots: 8 });
const response = () => new ServerResponse(new IncomingMessage(new Socket()));

/** Everything that can run without the event loop having turned. */
async function settle(): Promise<void> {
  for (let n = 0; n < 50; n += 1) await Promise.resolve();
}

it('lets two requests that have slots at once begin in two turns of the event loop, so that others come in', async () => {
  const pools = poolsOf();
  const begun: string[] = [];
  const ends = ['one', 'other'].map((account) =>
    pools.admit('search', account, response()).then((end) => {
      begun.push(account);
      return end;
    }),
  );
  await settle();
  expect(begun).toEqual([]);
  expect(pools.of('shared').held).toBe(2);
  await turn();
  await settle();
  expect(begun).toEqual(['one']);
  await turn();
  await settle();
  expect(begun).toEqual(['one', 'other']);
  for (const end of await Promise.all(ends)) end();
  expect([pools.of('shared').held, pools.of('search').held]).toEqual([0, 0]);
});
