import { setImmediate as turn } from 'node:timers/promises';
import { LoopTurns } from './loop-turns.js';

it('lets one piece of work begin in a turn, in the order in which they came', async () => {
  const turns: (() => void)[] = [];
  const begun: number[] = [];
  const loop = new LoopTurns((begin) => turns.push(begin));
  for (const n of [1, 2, 3]) void loop.take().then(() => begun.push(n));
  for (const expected of [[], [1], [1, 2], [1, 2, 3]]) {
    await turn();
    expect(begun).toEqual(expected);
    expect(turns).toHaveLength(expected.length < 3 ? 1 : 0);
    turns.shift()?.();
  }
  void loop.take().then(() => begun.push(4));
  expect(turns).toHaveLength(1);
});
