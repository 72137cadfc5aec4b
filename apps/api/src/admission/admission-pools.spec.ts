import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { readConfig, Registry } from '@gable/runtime';
import { AdmissionPools } from './admission-pools.js';

let now = 0;
let pools: AdmissionPools;
let seen: string[];

const response = () => new ServerResponse(new IncomingMessage(new Socket()));

/** Everything that can run without the event loop having turned. */
async function settle(): Promise<void> {
  for (let n = 0; n < 50; n += 1) await Promise.resolve();
}

/** Admits a request whose work takes 40 ms in one stretch, in which something arrives. */
async function work(account: string, name: string): Promise<() => void> {
  const end = await pools.admit('search', account, response());
  now += 40;
  seen.push(name);
  setImmediate(() => seen.push(`arrived during ${name}`));
  return end;
}

beforeEach(() => {
  pools = new AdmissionPools(new Registry(), { ...readConfig({}), requestSlots: 8 }, () => now);
  seen = [];
});

/** Two slots, held for a minute. */
async function makeBusy(account: string): Promise<void> {
  const ends = await Promise.all([work(account, ''), work(account, '')]);
  now += 60_000;
  for (const end of ends) end();
  await turn();
  seen = [];
}

it('lets work of others begin at once, and each of a busy account in a turn of the event loop of its own', async () => {
  await makeBusy('busy');
  const ends = [work('busy', 'first'), work('busy', 'second'), work('polite', 'polite')];
  await settle();
  expect(seen).toEqual(['polite']);
  for (let turns = 0; turns < 6; turns += 1) await turn();
  expect(seen).toEqual([
    'polite',
    'first',
    'arrived during polite',
    'arrived during first',
    'second',
    'arrived during second',
  ]);
  for (const end of await Promise.all(ends)) end();
  expect([pools.of('shared').held, pools.of('search').held]).toEqual([0, 0]);
});

it.each([
  [1, 4],
  [2, 2],
  [64, 1],
])(
  'gives an account that is alone half of what it has of the slots: of eight for %i processes %i',
  async (count, held) => {
    pools = new AdmissionPools(new Registry(), { ...readConfig({}), requestSlots: 8, apiProcesses: count }, () => now);
    const claims = Array.from({ length: 8 }, () => pools.of('shared').admit('alone', response()));
    await settle();
    expect(pools.of('shared').held).toBe(held);
    for (const claim of claims) (await claim)();
  },
);
