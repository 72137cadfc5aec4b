import { setTimeout as sleep } from 'node:timers/promises';

const WITHIN_MS = 30_000;

/** Expects what a page comes to say; fails with what it said last. */
export async function expectSoon<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  const until = Date.now() + WITHIN_MS;
  let value = await read();
  while (!Object.is(value, expected) && Date.now() < until) {
    await sleep(50);
    value = await read();
  }
  expect(value).toEqual(expected);
}
