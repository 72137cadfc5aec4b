import type { StoredApiKey } from '@gable/persistence/accounts';
import { KeyLookUps } from './key-look-ups.js';

/** A store that answers when it is let, with every id that begins with "known". */
function setUp() {
  const portions: string[][] = [];
  const pauses: number[] = [];
  const open: (() => void)[] = [];
  const findByKeyIds = (keyIds: readonly string[]) => {
    portions.push([...keyIds]);
    const found = keyIds.filter((id) => id.startsWith('known')).map((keyId) => ({ keyId }) as StoredApiKey);
    return new Promise<StoredApiKey[]>((resolve) => open.push(() => resolve(found)));
  };
  const lookUps = new KeyLookUps({ findByKeyIds }, (ms) => Promise.resolve(pauses.push(ms)));
  const letAll = async () => {
    for (let answer = open.shift(); answer; answer = open.shift()) {
      answer();
      await new Promise(setImmediate);
    }
  };
  return { lookUps, portions, pauses, letAll };
}

const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix} ${n}`);

it('looks up in one statement what came while the one before ran', async () => {
  const { lookUps, portions, letAll } = setUp();
  const answers = Promise.all(['known 1', 'unknown', 'known 2'].map((id) => lookUps.find(id, 'a')));
  await letAll();
  expect(await answers).toEqual([{ keyId: 'known 1' }, null, { keyId: 'known 2' }]);
  expect(portions).toEqual([['known 1'], ['unknown', 'known 2']]);
});

it('makes twenty-one statements of ten thousand guesses at once, and pauses after each', async () => {
  const { lookUps, portions, pauses, letAll } = setUp();
  const answers = Promise.all(ids('unknown', 10_000).map((id) => lookUps.find(id, 'a')));
  await letAll();
  expect(await answers).toEqual(Array(10_000).fill(null));
  expect(portions.map((portion) => portion.length)).toEqual([1, ...Array<number>(19).fill(500), 499]);
  expect(pauses).toEqual(Array(21).fill(20));
});

it('does not pause where every key exists', async () => {
  const { lookUps, pauses, letAll } = setUp();
  const answers = Promise.all(ids('known', 1_000).map((id) => lookUps.find(id, 'a')));
  await letAll();
  await answers;
  expect(pauses).toEqual([]);
});

it('serves addresses in turns: a key waits behind no other address’s guesses', async () => {
  const { lookUps, portions, letAll } = setUp();
  const guesses = ids('unknown', 5_000).map((id) => lookUps.find(id, 'loud'));
  const right = lookUps.find('known', 'quiet');
  await letAll();
  expect(await right).toEqual({ keyId: 'known' });
  expect(portions[1]).toContain('known');
  await Promise.all(guesses);
});

it('tells all who wait when the database fails, and asks again for the next', async () => {
  let fails = true;
  const asked: number[] = [];
  const lookUps = new KeyLookUps({
    findByKeyIds: (keyIds) => {
      asked.push(keyIds.length);
      return fails ? Promise.reject(new Error('gone')) : Promise.resolve([]);
    },
  });
  const answers = await Promise.allSettled(ids('any', 1_200).map((id) => lookUps.find(id, 'a')));
  expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
  expect(asked).toEqual([1]);
  fails = false;
  expect(await lookUps.find('any', 'a')).toBeNull();
});
