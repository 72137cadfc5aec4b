import { LoopTurns } from './loop-turns.js';

/** Turns of a loop that is moved by hand, with work of so many milliseconds. */
class World {
  now = 0;
  turns: (() => void)[] = [];
  readonly begun: string[] = [];
  private readonly loop = new LoopTurns(
    () => this.now,
    (begin) => this.turns.push(begin),
  );

  work(name: string, milliseconds: number): void {
    void this.loop.take().then(() => {
      this.begun.push(name);
      this.now += milliseconds;
    });
  }

  async turn(): Promise<string[]> {
    const [due, before] = [this.turns, this.begun.length];
    this.turns = [];
    for (const begin of due) {
      begin();
      for (let n = 0; n < 10; n += 1) await Promise.resolve(); // all that follows at once
    }
    return this.begun.slice(before);
  }
}

it('lets short work begin together, and long work alone, in the order in which it came', async () => {
  const world = new World();
  for (const [name, milliseconds] of Object.entries({ a: 1, b: 1, long: 40, longer: 50, c: 1, d: 1 }))
    world.work(name, milliseconds);
  expect(world.begun).toEqual([]);
  expect(await world.turn()).toEqual(['a', 'b', 'long']);
  world.work('late', 1);
  expect(await world.turn()).toEqual(['longer']);
  expect(await world.turn()).toEqual(['c', 'd', 'late']);
  while (world.turns.length > 0) await world.turn();
  expect(world.begun).toHaveLength(7);
});

it('lets what is long begin in turns, however much comes at once', async () => {
  const world = new World();
  for (let n = 0; n < 5; n += 1) world.work(`long ${n}`, 50);
  for (let n = 0; n < 5; n += 1) expect(await world.turn()).toEqual([`long ${n}`]);
});
