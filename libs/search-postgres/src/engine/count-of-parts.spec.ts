import { TOTAL_CAP } from '@gable/search';
import { CountOfParts, type PartsRow } from './count-of-parts.js';

/** A store whose parts hold so many properties each, with two listings; `asked` gets what is asked, part by part. */
function storeOf(propertiesIn: (part: number) => number, asked: number[]) {
  return async (parts: readonly number[]): Promise<PartsRow> => {
    asked.push(...parts);
    await new Promise(setImmediate);
    const ids = parts.flatMap((part) => Array.from({ length: propertiesIn(part) }, (_, n) => part * 20_000 + n));
    if (ids.length === 0) return { listings: 0, properties: null };
    const twice = Int32Array.from([...ids, ...ids]);
    return { listings: twice.length, properties: Buffer.from(twice.buffer).swap32() };
  };
}

async function countIn(propertiesIn: (part: number) => number, connections = 1) {
  const asked: number[] = [];
  const count = new CountOfParts(storeOf(propertiesIn, asked));
  await count.countFirst();
  const wasLikely = count.isLikely;
  await Promise.all(Array.from({ length: connections }, () => count.countOn(connections)));
  return { asked, wasLikely, isBeyondCap: count.isBeyondCap, total: count.total };
}

it('asks as many parts as are needed, and none twice, however many connections count', async () => {
  for (const connections of [1, 2]) {
    const { asked, ...counted } = await countIn(() => 500, connections);
    expect(counted).toMatchObject({ wasLikely: true, isBeyondCap: true });
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.length).toBeLessThan(26);
    expect(asked.toSorted((a, b) => a - b)).toEqual(asked.map((_, n) => n));
  }
});

it('counts properties, not listings', async () => {
  expect(await countIn(() => 90)).toMatchObject({ wasLikely: false, isBeyondCap: false });
});

it('asks no more where the first part is not like the others', async () => {
  const { asked, isBeyondCap } = await countIn((part) => (part === 0 ? 1_000 : 10));
  expect(isBeyondCap).toBe(false);
  expect(asked.length).toBeLessThan(10);
});

it('goes on where parts hold less than the first', async () => {
  expect(await countIn((part) => (part === 0 ? 1_000 : 200), 2)).toMatchObject({ isBeyondCap: true });
});

it('is not likely to see enough where all parts hold just that much', async () => {
  const each = Math.ceil((1.1 * TOTAL_CAP) / 64);
  expect(await countIn(() => each)).toMatchObject({ wasLikely: false });
  expect(await countIn(() => 2 * each)).toMatchObject({ wasLikely: true, isBeyondCap: true });
});

it('says what it saw where nothing is left', async () => {
  expect(await countIn(() => 0)).toMatchObject({ wasLikely: false, isBeyondCap: false, total: 0 });
});
