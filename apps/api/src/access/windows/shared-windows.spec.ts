import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { SharedWindows } from './shared-windows.js';
import { WINDOW_MS, type Ask, type Taken, type WindowStore } from './window-store.js';

/** Counts as PostgreSQL does, by a clock that is moved by hand. */
class CountingStore implements WindowStore {
  now = 1_000_000;
  questions = 0;
  isAway = false;
  private readonly minutes = new Map<string, { startedAt: number; granted: number }>();

  async take(asks: readonly Ask[]): Promise<Taken[]> {
    await setImmediate();
    if (this.isAway) throw new Error('away');
    this.questions += 1;
    return asks.map(({ key, limit, wanted }) => {
      let minute = this.minutes.get(key);
      if (minute === undefined || minute.startedAt + WINDOW_MS <= this.now)
        minute = { startedAt: this.now, granted: 0 };
      this.minutes.set(key, minute);
      const taken = Math.max(0, Math.min(wanted, limit - minute.granted));
      minute.granted += taken;
      return { key, taken, granted: minute.granted, endsInMs: minute.startedAt + WINDOW_MS - this.now };
    });
  }
}

let store: CountingStore;
let heard: string[];
beforeEach(() => {
  store = new CountingStore();
  heard = [];
});

const processes = (count: number): SharedWindows[] =>
  Array.from(
    { length: count },
    () => new SharedWindows(store, { away: () => heard.push('away'), back: () => heard.push('back') }, () => store.now),
  );
const take = async (windows: SharedWindows, limit: number, key = 'key') => windows.take(key, limit);
const admitted = async (takes: Promise<{ isAdmitted: boolean }>[]) =>
  (await Promise.all(takes)).filter(({ isAdmitted }) => isAdmitted).length;

it('admits the limit exactly where one process is asked, and begins anew after a minute', async () => {
  const [one] = processes(1);
  for (let minute = 0; minute < 3; minute += 1) {
    expect(await admitted(Array.from({ length: 1_000 }, () => take(one!, 600)))).toBe(600);
    store.now += WINDOW_MS;
  }
});

it('never admits more than the limit, and 95 % at least to who asks four processes, however unevenly', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1_000 }),
      fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 150 })), { minLength: 1, maxLength: 30 }),
      fc.nat(3),
      async (limit, bursts, last) => {
        store = new CountingStore();
        const four = processes(4);
        let count = 0;
        for (const [n, burst] of bursts) {
          count += await admitted(Array.from({ length: burst }, () => take(four[n]!, limit)));
          store.now += 10;
        }
        expect(count).toBeLessThanOrEqual(limit);
        // What the others hold is all that the last one cannot have.
        count += await admitted(Array.from({ length: limit }, () => take(four[last]!, limit)));
        store.now += 600; // one that was refused asks again
        count += await admitted(Array.from({ length: limit }, () => take(four[last]!, limit)));
        expect(count).toBeLessThanOrEqual(limit);
        expect(count).toBeGreaterThanOrEqual(limit * 0.95);
      },
    ),
    { numRuns: 60 },
  );
});

it('asks once for a sixtieth of the limit or so, and for who is refused twice a second', async () => {
  const [one] = processes(1);
  for (let n = 0; n < 6_000; n += 1) await take(one!, 6_000);
  expect(store.questions).toBeLessThan(140);
  const before = store.questions;
  for (let n = 0; n < 1_000; n += 1) {
    expect(await take(one!, 6_000)).toMatchObject({ isAdmitted: false, remaining: 0 });
    store.now += 10;
  }
  expect(store.questions - before).toBeLessThanOrEqual(21);
});

it('asks one question for many keys', async () => {
  const [one] = processes(1);
  await Promise.all(Array.from({ length: 400 }, (_, n) => take(one!, 600, `key ${n}`)));
  expect(store.questions).toBe(1);
});

it('says the same of the minute in every process, and no more of what is left than there is', async () => {
  const four = processes(4);
  for (let n = 0; n < 400; n += 1) {
    const { remaining, endsInMs } = await take(four[n % 4]!, 1_000);
    expect(endsInMs).toBe(WINDOW_MS - n * 10);
    expect(remaining).toBeLessThanOrEqual(1_000 - 1);
    expect(Math.abs(remaining - (1_000 - n - 1))).toBeLessThanOrEqual(50 + 50); // what the others hold, and have used since
    store.now += 10;
  }
});

it('admits the limit alone while nobody counts for all, says so once, and goes on where that is there again', async () => {
  const [one, other] = processes(2);
  expect(await admitted(Array.from({ length: 30 }, () => take(one!, 100)))).toBe(30);
  store.isAway = true;
  expect(await admitted(Array.from({ length: 200 }, () => take(one!, 100)))).toBe(70);
  expect(await admitted(Array.from({ length: 200 }, () => take(other!, 100)))).toBe(100);
  expect(heard).toEqual(['away', 'away']);
  store.now += 2_000;
  await take(one!, 100);
  await setImmediate();
  expect(heard).toEqual(['away', 'away']); // it is still not there
  store.isAway = false;
  store.now += 2_000;
  await take(one!, 100);
  while (heard.length < 3) await setImmediate();
  expect(heard).toEqual(['away', 'away', 'back']);
  store.now += WINDOW_MS;
  expect(await admitted(Array.from({ length: 200 }, () => take(one!, 100)))).toBe(100);
});
