import { CONFIRMATIONS_PER_ACCOUNT, CONFIRMATIONS_PER_ADDRESS, mayAskToConfirm } from './mail-confirmation.js';

it('asks until a bound of the day is reached', () => {
  expect(mayAskToConfirm({ toAddress: 0, ofAccount: 0 })).toBe(true);
  expect(mayAskToConfirm({ toAddress: CONFIRMATIONS_PER_ADDRESS - 1, ofAccount: CONFIRMATIONS_PER_ACCOUNT - 1 })).toBe(
    true,
  );
  expect(mayAskToConfirm({ toAddress: CONFIRMATIONS_PER_ADDRESS, ofAccount: 0 })).toBe(false);
  expect(mayAskToConfirm({ toAddress: 0, ofAccount: CONFIRMATIONS_PER_ACCOUNT })).toBe(false);
});
