import fc from 'fast-check';
import { FairSlots, type SlotClaim } from './fair-slots.js';

interface Held {
  readonly account: string;
  readonly claim: SlotClaim;
  readonly endsAt: number;
}

/** Slots with a clock that is moved by hand. */
class World {
  now = 0;
  held: Held[] = [];
  private timers: { readonly at: number; readonly then: () => void }[] = [];
  readonly waiting = new Map<string, number>();
  granted = 0;
  readonly slots: FairSlots;

  constructor(
    size: number,
    busySlots: number | undefined,
    private readonly costMs: (account: string) => number,
    busyRest?: number,
  ) {
    this.slots = new FairSlots(
      { slots: size, queueLength: 1_000, quantumMs: 50, busySlots, busyRest },
      () => this.now,
      (milliseconds, then) => this.timers.push({ at: this.now + milliseconds, then }),
    );
  }

  claim(account: string): void {
    let claim: SlotClaim | undefined = undefined;
    let early = false;
    const hold = (mine: SlotClaim) => {
      this.granted += 1;
      this.held.push({ account, claim: mine, endsAt: this.now + this.costMs(account) });
    };
    this.waiting.set(account, this.waitingOf(account) + 1);
    claim = this.slots.claim(account, () => {
      this.waiting.set(account, this.waitingOf(account) - 1);
      if (claim === undefined) early = true;
      else hold(claim);
    });
    if (early) hold(claim!);
  }

  /** Ends what is due until then, slots and rests. */
  moveTo(then: number): void {
    for (;;) {
      const ends = this.held.map((each) => ({ at: each.endsAt, then: () => this.finish(each) }));
      const [first] = [...ends, ...this.timers].sort((one, other) => one.at - other.at);
      if (first === undefined || first.at > then) break;
      this.now = Math.max(this.now, first.at);
      this.timers = this.timers.filter((each) => each !== first);
      first.then();
    }
    this.now = then;
  }

  private finish(held: Held): void {
    this.held = this.held.filter((each) => each !== held);
    this.slots.end(held.claim);
  }

  waitingOf = (account: string): number => this.waiting.get(account) ?? 0;
  heldBy = (part: string): number => this.held.filter(({ account }) => account.startsWith(part)).length;
}

/** Accounts that always want more, beside one that asks ten times a second; what each held every 20 ms. */
function beside(
  busySlots: number | undefined,
  asksUntilMs: number,
  busyRest?: number,
): { now: number; rude: number; polite: number }[] {
  const world = new World(4, busySlots, (account) => (account === 'polite' ? 10 : 300), busyRest);
  const looks: { now: number; rude: number; polite: number }[] = [];
  for (let now = 0; now < 20_000; now += 20) {
    world.moveTo(now);
    for (const account of ['rude 1', 'rude 2', 'rude 3']) while (world.waitingOf(account) < 2) world.claim(account);
    if (now % 100 === 0 && now < asksUntilMs) world.claim('polite');
    looks.push({ now, rude: world.heldBy('rude'), polite: world.heldBy('polite') });
  }
  return looks;
}

const SETTLED_MS = 3_000;

it('leaves the slots beyond those of busy accounts to who comes by, from soon after they became busy', () => {
  const looks = beside(1, Infinity).filter(({ now }) => now >= SETTLED_MS);
  expect(Math.max(...looks.map(({ rude }) => rude))).toBe(1);
  expect(looks.filter(({ now }) => now % 100 === 0).every(({ polite }) => polite === 1)).toBe(true);
});

it('lets busy accounts have what nobody else asks for', () => {
  const looks = beside(1, 10_000);
  expect(Math.max(...looks.filter(({ now }) => now > SETTLED_MS && now < 10_000).map(({ rude }) => rude))).toBe(1);
  expect(Math.min(...looks.filter(({ now }) => now > 14_000).map(({ rude }) => rude))).toBe(3);
});

it('lets a slot of busy accounts rest as long as one of them had it, while others come by', () => {
  const shareOf = (looks: readonly { rude: number }[]) =>
    looks.reduce((sum, { rude }) => sum + rude, 0) / Math.max(1, looks.length);
  const looks = beside(1, 10_000, 1);
  const settled = looks.filter(({ now }) => now >= SETTLED_MS && now < 10_000);
  expect(Math.max(...settled.map(({ rude }) => rude))).toBe(1);
  expect(shareOf(settled)).toBeCloseTo(0.5, 1);
  expect(shareOf(looks.filter(({ now }) => now > 14_000))).toBeGreaterThanOrEqual(3);
});

it('knows an account that asks for very much at once before it has seen anything of it', () => {
  const world = new World(4, 1, () => 1_000);
  world.claim('polite');
  for (const account of ['rude 1', 'rude 2']) for (let n = 0; n < 6; n += 1) world.claim(account);
  world.claim('another');
  expect([world.heldBy('rude'), world.heldBy('another')]).toEqual([2, 1]); // who was first had a slot by then
  world.moveTo(1_000);
  world.claim('another');
  expect([world.heldBy('rude'), world.heldBy('another')]).toEqual([1, 1]);
});

it('knows no busy accounts where it is not told to', () => {
  const looks = beside(undefined, Infinity).filter(({ now }) => now >= SETTLED_MS);
  expect(Math.max(...looks.map(({ rude }) => rude))).toBe(3);
});

it('serves everybody in the end, however long anybody holds a slot', () => {
  const asking = fc.record({
    account: fc.constantFrom('a', 'b', 'c', 'd'),
    afterMs: fc.integer({ min: 0, max: 400 }),
  });
  fc.assert(
    fc.property(
      fc.array(asking, { maxLength: 100, size: 'max' }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(undefined, 0.5, 1, 3),
      (asks, size, busySlots, busyRest) => {
        const costMs = (account: string) => ({ a: 3_000, b: 900, c: 50 })[account] ?? 5;
        const world = new World(size, busySlots, costMs, busyRest);
        for (const { account, afterMs } of asks) {
          world.moveTo(world.now + afterMs);
          world.claim(account);
          expect(world.held.length).toBe(world.slots.held);
        }
        world.moveTo(1_000_000);
        expect([world.granted, world.slots.held, world.slots.waiting]).toEqual([asks.length, 0, 0]);
      },
    ),
  );
});
