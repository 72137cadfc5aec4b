import fc from 'fast-check';
import { FairSlots, type SlotClaim } from './fair-slots.js';

/** Slots with a clock that is moved by hand, and what each account holds. */
class World {
  now = 0;
  readonly slots: FairSlots;
  readonly holding: { account: string; claim: SlotClaim; endsAt: number }[] = [];
  readonly waiting: { account: string; claim: SlotClaim }[] = [];
  readonly granted: string[] = [];
  readonly used = new Map<string, number>();
  /** What was wrong at a grant. */
  readonly unfair: string[] = [];
  refused = 0;

  constructor(
    readonly size: number,
    readonly queueLength = 1_000,
    readonly costMs: (account: string) => number = () => 10,
  ) {
    this.slots = new FairSlots({ slots: size, queueLength, quantumMs: 100 }, () => this.now);
  }

  heldBy = (account: string): number => this.holding.filter((each) => each.account === account).length;

  claim(account: string): SlotClaim | undefined {
    const place: { account: string; claim?: SlotClaim; early: boolean } = { account, early: false };
    const grant = () => {
      this.granted.push(account);
      this.checkQuarter(account);
      if (place.claim === undefined) place.early = true;
      else this.hold(account, place.claim);
    };
    const claim = this.slots.claim(account, grant);
    if (claim === undefined) this.refused += 1;
    else if (place.early) this.holding.push({ account, claim, endsAt: this.now + this.costMs(account) });
    else this.waiting.push({ account, claim });
    place.claim = claim;
    return claim;
  }

  leave(n: number): void {
    const [left] = this.waiting.splice(n % this.waiting.length, 1);
    if (left) this.slots.end(left.claim);
  }

  /** Lets the slot that is done first end. */
  finish(): void {
    this.holding.sort((one, other) => one.endsAt - other.endsAt);
    const done = this.holding.shift();
    if (done === undefined) return;
    this.now = Math.max(this.now, done.endsAt);
    this.used.set(done.account, (this.used.get(done.account) ?? 0) + this.costMs(done.account));
    this.slots.end(done.claim);
  }

  private hold(account: string, claim: SlotClaim): void {
    this.waiting.splice(
      this.waiting.findIndex((each) => each.claim === claim),
      1,
    );
    this.holding.push({ account, claim, endsAt: this.now + this.costMs(account) });
  }

  private checkQuarter(account: string): void {
    const quarter = Math.max(1, Math.floor(this.size / 4));
    if (this.heldBy(account) < quarter) return;
    const behind = this.waiting.find((other) => other.account !== account && this.heldBy(other.account) < quarter);
    if (behind) this.unfair.push(`${account} got a slot beyond its quarter while ${behind.account} waited`);
  }
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('claim' as const), account: fc.constantFrom('a', 'b', 'c', 'd', 'e') }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('finish' as const), account: fc.constant('') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), account: fc.constant('') }) },
);
const history = fc.tuple(fc.integer({ min: 1, max: 17 }), fc.array(step, { maxLength: 100, size: 'max' }));

function play(
  world: World,
  steps: readonly { kind: 'claim' | 'finish' | 'leave'; account: string }[],
  each: () => void,
) {
  for (const [n, { kind, account }] of steps.entries()) {
    if (kind === 'claim') world.claim(account);
    else if (kind === 'finish') world.finish();
    else if (world.waiting.length > 0) world.leave(n);
    each();
  }
}

describe('whatever is claimed, ended and left', () => {
  it('gives no more slots than there are, and knows how many are held and waited for', () => {
    fc.assert(
      fc.property(history, ([size, steps]) => {
        const world = new World(size);
        play(world, steps, () => {
          expect(world.holding.length).toBeLessThanOrEqual(size);
          expect([world.slots.held, world.slots.waiting]).toEqual([world.holding.length, world.waiting.length]);
        });
      }),
    );
  });

  it('gives nobody more than a quarter while somebody with less waits', () => {
    fc.assert(
      fc.property(history, ([size, steps]) => {
        const world = new World(size);
        play(world, steps, () => undefined);
        expect(world.unfair).toEqual([]);
      }),
    );
  });

  it('leaves no slot idle that somebody who waits may have', () => {
    fc.assert(
      fc.property(history, ([size, steps]) => {
        const world = new World(size);
        const quarter = Math.max(1, Math.floor(size / 4));
        const half = Math.max(1, Math.floor(size / 2));
        play(world, steps, () => {
          if (world.waiting.length === 0) return;
          expect(world.holding.length).toBeGreaterThanOrEqual(half);
          if (world.waiting.some(({ account }) => world.heldBy(account) < quarter))
            expect(world.holding.length).toBe(size);
        });
      }),
    );
  });

  it('serves everybody in the end, each account in its own order, and nobody who left', () => {
    fc.assert(
      fc.property(history, ([size, steps]) => {
        const world = new World(size);
        play(world, steps, () => undefined);
        const left = world.waiting.length;
        const before = world.granted.length;
        while (world.holding.length > 0) world.finish();
        expect(world.granted.length - before).toBe(left);
        expect([world.slots.held, world.slots.waiting]).toEqual([0, 0]);
      }),
    );
  });
});

it('lets a newcomer in at once, however much one account has claimed', () => {
  for (const size of [2, 4, 8, 12]) {
    const world = new World(size);
    for (let n = 0; n < 100; n += 1) world.claim('loud');
    expect(world.heldBy('loud')).toBe(size / 2);
    world.claim('quiet');
    expect(world.heldBy('quiet')).toBe(1);
  }
});

it('shares the time of the slots, not their number, between accounts that always wait', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 20, max: 90 }), (size, slowMs) => {
      const world = new World(size, 1_000, (account) => (account === 'slow' ? slowMs : 10));
      for (let n = 0; n < 2_000; n += 1) {
        for (const account of ['slow', 'fast', 'third'])
          while (world.waiting.filter((each) => each.account === account).length < 3) world.claim(account);
        world.finish();
      }
      const [fast, third] = [world.used.get('fast')!, world.used.get('third')!];
      expect(Math.abs(fast - third)).toBeLessThanOrEqual(0.1 * fast);
    }),
    { numRuns: 20 },
  );
});

it('passes an account by that owes time, and serves it all the same after some turns', () => {
  const world = new World(1, 1_000, (account) => (account === 'slow' ? 5_000 : 10));
  for (let n = 0; n < 40; n += 1) {
    world.claim('slow');
    world.claim('fast');
  }
  for (let n = 0; n < 40; n += 1) world.finish();
  const slow = world.granted.slice(0, 40).filter((account) => account === 'slow').length;
  expect(slow).toBeGreaterThanOrEqual(2);
  expect(slow).toBeLessThanOrEqual(4);
});

it('refuses what is beyond the queue of its account, and of nobody else', () => {
  const world = new World(4, 3);
  for (let n = 0; n < 10; n += 1) world.claim('loud');
  expect([world.holding.length, world.waiting.length, world.refused]).toEqual([2, 3, 5]);
  expect(world.claim('quiet')).toBeDefined();
  world.finish();
  world.finish();
  expect(world.claim('loud')).toBeDefined();
});

it('forgets a claim that ends twice', () => {
  const world = new World(2);
  const claim = world.claim('a')!;
  world.slots.end(claim);
  world.slots.end(claim);
  expect(world.slots.held).toBe(0);
});
