import fc from 'fast-check';
import {
  AHEAD_PER_ORIGIN,
  AT_ONCE_PER_ORIGIN,
  QUICK_MS,
  SLOTS,
  SLOTS_PER_ORIGIN,
  Slots,
  UNSURE_PER_ORIGIN,
} from './slots.js';
import type { SlotPlace } from './slots.js';

let endpoints = 0;
const place = (accountId: string, origin: string, changes: Partial<SlotPlace> = {}): SlotPlace => ({
  accountId,
  endpointId: (endpoints += 1),
  originId: idOf(`${accountId} ${origin}`),
  origin,
  isProven: false,
  ...changes,
});
const ids = new Map<string, number>();
const idOf = (name: string): number => ids.get(name) ?? (ids.set(name, ids.size + 1), ids.size);

/** Takes what an account may take, at as many hosts of its own as it likes; answers how much that is. */
function takeAll(slots: Slots, accountId: string, isProven = false): number {
  let taken = 0;
  for (let host = 0; host < 2 * SLOTS; host += 1) {
    const each = place(accountId, `https://${accountId}-${host}.example`, { isProven });
    for (let room = slots.roomFor(each, 0); room > 0; room -= 1) slots.hold(`${accountId} ${host} ${room}`, each);
    taken = slots.size;
  }
  return taken;
}

describe('slots', () => {
  it('of an account whose receivers do not answer are less than a quarter, however many hosts it has', () => {
    const slots = new Slots();
    expect(takeAll(slots, 'rude')).toBe(64);
    expect(slots.roomFor(place('late', 'https://late.example'), 0)).toBe(UNSURE_PER_ORIGIN);
  });

  it('are always left for who comes late, beside twenty accounts that take all they can, one after the other', () => {
    const slots = new Slots();
    for (let account = 0; account < 20; account += 1) {
      takeAll(slots, `rude ${account}`);
      expect(slots.roomFor(place(`late ${account}`, 'https://late.example'), 0)).toBeGreaterThan(0);
      expect(slots.roomFor(place(`well ${account}`, 'https://well.example', { isProven: true }), 0)).toBeGreaterThan(4);
    }
  });

  it('are lent to one account that answers well, but for a reserve', () => {
    const slots = new Slots();
    expect(takeAll(slots, 'busy', true)).toBe(SLOTS - SLOTS / 4);
    expect(slots.roomOfAccount('late', false)).toBeGreaterThan(16);
  });

  it('of one origin are an eighth, whichever accounts use it, and some are left for the next account', () => {
    const slots = new Slots();
    for (let account = 0; account < 20; account += 1) {
      const each = place(`account ${account}`, 'https://shared.example');
      const room = slots.roomFor(each, 0);
      expect(room).toBeGreaterThan(0);
      for (let n = 0; n < room; n += 1) slots.hold(`${account} ${n}`, each);
    }
    expect(slots.size).toBeLessThanOrEqual(SLOTS_PER_ORIGIN);
  });

  it('at an origin that hangs are three, and one more for an endpoint that took the last thing', () => {
    const slots = new Slots();
    const at = (isProven: boolean): SlotPlace => place('one', 'https://shop.example', { isProven });
    for (let n = 0; n < UNSURE_PER_ORIGIN; n += 1) {
      slots.hold(`${n}`, at(false));
      slots.began(`${n}`, 0);
    }
    expect(slots.roomFor(at(false), 0)).toBe(0);
    expect(slots.roomFor(at(true), QUICK_MS + 1)).toBe(AT_ONCE_PER_ORIGIN - UNSURE_PER_ORIGIN);
    slots.release('0');
    expect(slots.roomFor(at(false), QUICK_MS + 1)).toBe(1);
  });

  it('are claimed ahead only for as long as answers come quickly', () => {
    const slots = new Slots();
    const well = place('one', 'https://quick.example', { isProven: true });
    expect(slots.roomFor(well, 0)).toBe(AHEAD_PER_ORIGIN);
    slots.hold('slow', well);
    slots.began('slow', 0);
    expect([slots.roomFor(well, QUICK_MS), slots.roomFor(well, QUICK_MS + 1)]).toEqual([
      AHEAD_PER_ORIGIN - 1,
      AT_ONCE_PER_ORIGIN - 1,
    ]);
  });

  it('of mails count for the account, and for no origin', () => {
    const slots = new Slots();
    const mail = (accountId: string): SlotPlace => place(accountId, '', { originId: null, origin: null });
    for (let n = 0; n < AHEAD_PER_ORIGIN; n += 1) slots.hold(`${n}`, mail('one'));
    expect([slots.roomFor(mail('one'), 0), slots.roomFor(mail('two'), 0)]).toEqual([0, 5]);
  });

  it('come back whole, in every history', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ who: fc.nat(5), proven: fc.boolean(), ends: fc.boolean() })), (steps) => {
        const slots = new Slots();
        steps.forEach(({ who, proven, ends }, n) => {
          slots.hold(`${n}`, place(`${who}`, `https://${who % 3}.example`, { isProven: proven }));
          slots.began(`${n}`, n);
          if (ends) slots.release(`${n >> 1}`);
        });
        steps.forEach((_, n) => slots.release(`${n}`));
        expect([slots.size, slots.free]).toEqual([0, SLOTS]);
        expect(slots.roomOfAccount('0', false)).toBe(new Slots().roomOfAccount('0', false));
      }),
    );
  });
});
