import { chooseJob, LARGE_BYTES, type OpenJob } from './choose-job.js';

const waiting = (id: string, accountId: string, unpackedBytes = 1) => ({
  id,
  accountId,
  domain: `${id}.example`,
  unpackedBytes,
});
const open = (accountId: string, isLarge = false): OpenJob => ({ id: `open ${accountId}`, accountId, isLarge });
const LARGE = LARGE_BYTES + 1;

it('begins the oldest job of the account with the fewest under way', () => {
  expect(chooseJob([waiting('1', 'busy'), waiting('3', 'idle'), waiting('2', 'idle')], [open('busy')])?.id).toBe('2');
  expect(chooseJob([], [])).toBeUndefined();
});

it('keeps room for small jobs beside large ones, and for other accounts beside each', () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((account) => open(account, true));
  expect(chooseJob([waiting('1', 'new', LARGE)], six)).toBeUndefined();
  expect(chooseJob([waiting('1', 'new', LARGE), waiting('2', 'new')], six)?.id).toBe('2');
  const two = [open('a', true), open('a', true)];
  expect(chooseJob([waiting('1', 'a', LARGE), waiting('2', 'b', LARGE)], two)?.id).toBe('2');
  expect(chooseJob([waiting('1', 'a')], two)?.id).toBe('1');
  expect(chooseJob([waiting('1', 'a')], [...two, open('a')])).toBeUndefined();
  expect(
    chooseJob(
      [waiting('1', 'new')],
      Array.from({ length: 12 }, (_, n) => open(`${n}`)),
    ),
  ).toBeUndefined();
});
