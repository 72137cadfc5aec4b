import {
  CONFIRMATIONS_PER_ACCOUNT,
  CONFIRMATIONS_PER_ADDRESS,
  mayAskToConfirm,
  nextConfirmation,
} from './mail-confirmation.js';

it('asks until a bound of the day is reached', () => {
  expect(mayAskToConfirm({ toAddress: 0, ofAccount: 0 })).toBe(true);
  expect(mayAskToConfirm({ toAddress: CONFIRMATIONS_PER_ADDRESS - 1, ofAccount: CONFIRMATIONS_PER_ACCOUNT - 1 })).toBe(
    true,
  );
  expect(mayAskToConfirm({ toAddress: CONFIRMATIONS_PER_ADDRESS, ofAccount: 0 })).toBe(false);
  expect(mayAskToConfirm({ toAddress: 0, ofAccount: CONFIRMATIONS_PER_ACCOUNT })).toBe(false);
});

it('asks an address once a day, and half as often after each mail that nobody answered', () => {
  const day = 86_400_000;
  const first = nextConfirmation(null, 0)!;
  expect(first).toEqual({ mails: 1, againAt: day });
  expect(nextConfirmation(first, day - 1)).toBeNull();
  expect(nextConfirmation(first, day)).toEqual({ mails: 2, againAt: 3 * day });
  const days = [1, 2, 3, 4, 5, 6, 40].map((mails) => nextConfirmation({ mails, againAt: 0 }, 0)!.againAt / day);
  expect(days).toEqual([2, 4, 8, 16, 32, 32, 32]);
});
