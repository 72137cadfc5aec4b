import { TurnGate } from './turn-gate.js';

function worker() {
  const clock = { now: 0 };
  const gate = new TurnGate(() => clock.now);
  const done: number[] = [];
  const work = (async () => {
    for (let portion = 0; portion < 6; portion += 1) {
      await gate.pass();
      done.push(portion);
      clock.now += 40;
    }
  })();
  return { gate, done, work };
}

it('lets work go on for the time of a turn and no longer', async () => {
  const { gate, done, work } = worker();
  await gate.turn(100);
  expect(done).toEqual([0, 1, 2]);
  await gate.turn(10);
  expect(done).toEqual([0, 1, 2, 3]);
  await Promise.race([gate.turn(1_000), work]);
  expect(done).toEqual([0, 1, 2, 3, 4, 5]);
});

it('ends work that waits, and work that comes later', async () => {
  const { gate, done, work } = worker();
  await gate.turn(10);
  gate.close(new Error('stopped'));
  await expect(work).rejects.toThrow('stopped');
  await expect(gate.pass()).rejects.toThrow('stopped');
  expect(done).toEqual([0]);
});

describe('work that rests', () => {
  function resting() {
    const rested: { wake: () => void }[] = [];
    const gate = new TurnGate(
      () => 0,
      () => new Promise<void>((wake) => rested.push({ wake })),
    );
    const work = (async () => {
      await gate.pass();
      await gate.rest(1_000);
      await gate.pass();
    })();
    return { gate, rested, work };
  }

  it('gives its turn back at once, and has none until it is over', async () => {
    const { gate, rested, work } = resting();
    await gate.turn(100); // on a clock that stands, only the rest ends it
    expect(gate.isResting).toBe(true);
    rested[0]!.wake();
    const turned = gate.turn(100);
    await work;
    expect(gate.isResting).toBe(false);
    gate.close(new Error('over'));
    await expect(Promise.race([turned, gate.pass()])).rejects.toThrow('over');
  });

  it('ends with the gate', async () => {
    const { gate, work } = resting();
    await gate.turn(100);
    gate.close(new Error('stopped'));
    await expect(work).rejects.toThrow('stopped');
  });
});
