import { setMaxListeners } from 'node:events';
import os from 'node:os';
import { giveWay } from '@gable/runtime';
import { askPolitely } from './ask-politely.js';
import type { PoliteDone, PoliteJob } from './polite-process.js';

// The other side of PoliteProcess. Customers have machines of their own: where the system allows it, these do not wait
// for the processors that they share with the service.
try {
  giveWay(os.constants.priority.PRIORITY_HIGH);
} catch {
  // without that right, their wait for a processor is part of what is measured
}
const stop = new AbortController();
setMaxListeners(0, stop.signal); // every customer listens to it
let done: Promise<PoliteDone> | undefined;
process.on('message', (message: PoliteJob | 'stop') => {
  if (message === 'stop') {
    stop.abort();
    void done?.then((said) => process.send!(said));
  } else {
    done = beginAsking(message);
  }
});
process.on('disconnect', () => process.exit());

async function beginAsking({ baseUrl, customers, everyMs }: PoliteJob): Promise<PoliteDone> {
  const answers = await Promise.all(
    customers.map((customer) => askPolitely(new URL(baseUrl), customer, everyMs, stop.signal)),
  );
  const { user, system } = process.cpuUsage();
  return { answers: answers.flat(), cpuSeconds: (user + system) / 1e6 };
}
