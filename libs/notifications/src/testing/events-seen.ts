import { setImmediate, setTimeout } from 'node:timers/promises';

const ROUNDS = 4;

/**
 * Until both ends of a connection of this process have seen what was sent or closed. A time alone would not do: where
 * the process had to wait for a processor, its timers fire before it reads.
 */
export async function seen(): Promise<void> {
  await setTimeout(5);
  for (let round = 0; round < ROUNDS; round += 1) await setImmediate();
}
