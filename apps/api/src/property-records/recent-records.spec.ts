import { RecentRecords, type RecordSource } from './recent-records.js';

/** A store whose properties change by hand; it answers when it is told to. */
class Store implements RecordSource {
  readonly revisions = new Map<string, number>();
  readonly asked: string[] = [];
  told: string | null = 'first';
  editions = 0;
  isKept = true;
  private readonly held: (() => void)[] = [];
  isSlow = false;

  readonly edition = async () => {
    this.editions += 1;
    return this.told;
  };

  readonly revisionsOf = async (ids: readonly string[]) => {
    this.asked.push(`revisions of ${ids.join(' ')}`);
    await this.pause();
    const found = ids.filter((id) => this.revisions.has(id));
    return new Map(found.map((id) => [id, this.revisions.get(id)!]));
  };

  readonly read = async (ids: readonly string[]) => {
    this.asked.push(`records ${ids.join(' ')}`);
    await this.pause();
    return ids
      .filter((id) => this.revisions.has(id))
      .map((id) => {
        const revision = this.revisions.get(id)!;
        return { id, revision, bytes: Buffer.from(`${id} ${revision}`), isKept: this.isKept };
      });
  };

  answer(): void {
    this.held.splice(0).forEach((each) => each());
  }

  private pause(): Promise<void> {
    return this.isSlow ? new Promise((resolve) => this.held.push(resolve)) : Promise.resolve();
  }
}

let now: number;
let store: Store;
let records: RecentRecords;

beforeEach(() => {
  now = 0;
  store = new Store();
  for (const id of ['a', 'b', 'c']) store.revisions.set(id, 1);
  records = new RecentRecords(store, () => now, { mostBytes: 8, longestWaitMs: 1_000_000 });
});

const texts = async (...ids: string[]) => (await records.of(ids)).map(({ bytes }) => bytes.toString());
/** The edition is there, and then the portion has begun. */
const turn = async () => {
  for (let n = 0; n < 2; n += 1) await new Promise((resolve) => setImmediate(resolve));
};

it('answers what was read lately from memory, once its revision was looked up', async () => {
  expect(await texts('a')).toEqual(['a 1']);
  now = 29_999;
  expect(await texts('a')).toEqual(['a 1']);
  expect(store.asked).toEqual(['records a', 'revisions of a']);
});

it('does not ask for revisions that the caller has just read, and reads anew what has another one', async () => {
  await texts('a', 'b');
  store.asked.length = 0;
  store.revisions.set('b', 2);
  const seen = new Map([...store.revisions]);
  expect((await records.of(['b', 'a'], seen)).map(({ bytes }) => bytes.toString())).toEqual(['b 2', 'a 1']);
  expect(store.asked).toEqual(['revisions of b', 'records b']);
  now = 30_000;
  store.asked.length = 0;
  await records.of(['a'], seen);
  expect(store.asked).toEqual(['records a']);
});

it('answers a change at once, also that a property is gone', async () => {
  await texts('a', 'b');
  store.revisions.set('a', 2);
  store.revisions.delete('b');
  expect(await texts('a', 'b', 'c')).toEqual(['a 2', 'c 1']);
});

it('reads again what was read long ago, whatever its revision', async () => {
  expect(await texts('a')).toEqual(['a 1']);
  now = 30_000;
  expect(await texts('a')).toEqual(['a 1']);
  expect(store.asked).toEqual(['records a', 'records a']);
});

it('reads again what was read under another edition, which it looks up once a second', async () => {
  await texts('a');
  store.told = 'second';
  now = 999;
  await texts('a');
  expect([store.asked.splice(0), store.editions]).toEqual([['records a', 'revisions of a'], 1]);
  now = 1_000;
  await Promise.all([texts('a'), texts('a')]);
  now = 1_999;
  await texts('a');
  expect([store.asked, store.editions]).toEqual([['records a', 'revisions of a'], 2]);
});

it('takes what was read before it looked at a change of the edition for one of the edition before', async () => {
  await texts('a');
  now = 500;
  store.told = 'second'; // what is read from now on may show it or not
  await texts('b');
  now = 1_000;
  store.asked.length = 0;
  await texts('b');
  expect(store.asked).toEqual(['records b']);
});

it('answers nothing that is older than a second where no edition tells', async () => {
  store.told = null;
  await texts('a');
  now = 999;
  await texts('a');
  now = 1_000;
  await texts('a');
  expect(store.asked).toEqual(['records a', 'revisions of a', 'records a']);
});

it('does not keep what a revision does not tell', async () => {
  store.isKept = false;
  await texts('a');
  await texts('a');
  expect(store.asked).toEqual(['records a', 'records a']);
});

it('reads what is asked for in one turn, or meanwhile, together', async () => {
  store.isSlow = true;
  const first = [texts('a', 'b'), texts('b')];
  await turn();
  const second = [texts('c'), texts('a', 'x')];
  expect(store.asked).toEqual(['records a b']);
  store.isSlow = false;
  store.answer();
  expect(await Promise.all(first)).toEqual([['a 1', 'b 1'], ['b 1']]);
  expect(await Promise.all(second)).toEqual([['c 1'], ['a 1']]);
  expect(store.asked).toEqual(['records a b', 'revisions of a', 'records c x']);
});

it('lets the next portion begin while one is slow', async () => {
  records = new RecentRecords(store, () => now, { mostBytes: 8, longestWaitMs: 0 });
  store.isSlow = true;
  const slow = texts('a');
  await turn();
  store.isSlow = false;
  expect(await texts('b')).toEqual(['b 1']);
  store.answer();
  expect(await slow).toEqual(['a 1']);
});

it('tells all who wait for a portion that it failed, and goes on', async () => {
  const failing = new RecentRecords({ ...store, read: () => Promise.reject(new Error('no database')) }, () => now);
  const answers = await Promise.allSettled([failing.of(['a']), failing.of(['b'])]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(failing.of(['c'])).rejects.toThrow('no database');
});

it('keeps no more bytes than it may, the newest ones', async () => {
  for (const id of ['a', 'b', 'c']) {
    now += 1;
    await texts(id);
    expect(records.size).toBeLessThanOrEqual(8);
  }
  store.asked.length = 0;
  await texts('b', 'c', 'a');
  expect(store.asked).toEqual(['revisions of b c', 'records a']);
});
