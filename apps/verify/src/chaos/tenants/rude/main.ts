import { setMaxListeners } from 'node:events';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@gable/domain/testing';
import { giveWay } from '@gable/runtime';
import type { Deed } from './deed.js';
import { DEEDS } from './deeds.js';
import { RudeTenant } from './rude-tenant.js';
import type { RudeAnswer, RudeJob } from './rude-process.js';
import { addTally, emptyTally } from './tally.js';
import { Tarpit } from './tarpit.js';

// The other side of RudeProcess: a process of its own that gives way to everything that is measured.
giveWay(os.constants.priority.PRIORITY_BELOW_NORMAL);
const stop = new AbortController();
setMaxListeners(0, stop.signal); // every client listens to it
let answer: Promise<RudeAnswer> | undefined;
process.on('message', (message: RudeJob | 'stop') => {
  if (message === 'stop') {
    stop.abort();
    void answer?.then((said) => process.send!(said));
  } else {
    answer = beRude(message, stop.signal);
  }
});
process.on('disconnect', () => process.exit());

/** These deeds of every account at once, until the signal aborts. The tarpit stays as long as the process. */
async function beRude({ accounts, world, deeds, seed }: RudeJob, signal: AbortSignal): Promise<RudeAnswer> {
  const tarpit = await Tarpit.start(world.tarpitPort);
  const tallies = Object.fromEntries(deeds.map((name) => [name, emptyTally()]));
  await Promise.all(
    accounts.flatMap((account) => {
      const made = new Map<string, string[]>();
      return deeds.map(async (name, place) => {
        const deed = DEEDS[name]!;
        const tenant = new RudeTenant(account, world, made);
        const random = new SeededRandom(seed + 1_000 * account.number + place);
        await Promise.all(Array.from({ length: deed.clients }, () => repeat(deed, tenant, random, signal)));
        addTally(tallies[name]!, tenant.tally);
      });
    }),
  );
  return { tallies, tarpitTook: tarpit.taken };
}

async function repeat(deed: Deed, tenant: RudeTenant, random: SeededRandom, signal: AbortSignal): Promise<void> {
  for (let n = 0; !signal.aborted; n += 1) {
    await deed.act(tenant, n, random);
    await sleep(deed.pauseMs, undefined, { signal }).catch(() => {});
  }
}
