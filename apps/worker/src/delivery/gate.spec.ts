import { setTimeout as sleep } from 'node:timers/promises';
import { Gate } from './gate.js';

/** Work that lasts until it is told to end. */
function lasting(): { work: () => Promise<void>; end: () => void } {
  let end = (): void => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => done, end };
}

describe('a gate', () => {
  it('lets a few pass at a time, the others in their order, and nobody wait for another name', async () => {
    const gate = new Gate(2, 60_000);
    const began: number[] = [];
    const works = Array.from({ length: 5 }, lasting);
    const passing = works.map(({ work }, n) =>
      gate.pass('one', () => {
        began.push(n);
        return work();
      }),
    );
    await gate.pass('other', () => Promise.resolve());
    expect(began).toEqual([0, 1]);
    works[1]!.end();
    await passing[1];
    works[0]!.end();
    await passing[0];
    await sleep(0);
    expect(began).toEqual([0, 1, 2, 3]);
    works.forEach(({ end }) => end());
    expect(await Promise.all(passing)).toEqual(Array(5).fill(true));
  });

  it('turns away who has no place in time, and does nothing for it', async () => {
    const gate = new Gate(1, 10);
    const { work, end } = lasting();
    const first = gate.pass('one', work);
    let began = false;
    const late = gate.pass('one', () => {
      began = true;
      return Promise.resolve();
    });
    expect([await late, began]).toEqual([false, false]);
    end();
    await first;
    expect(await gate.pass('one', () => Promise.resolve())).toBe(true);
  });
});
