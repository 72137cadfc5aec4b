import { BatchQueue } from './batch-queue.js';

let clock: number;
let order: string[];
let queue: BatchQueue;

beforeEach(() => {
  clock = 0;
  order = [];
  queue = new BatchQueue(() => clock);
});

/** A feed with so many batches, each of so many milliseconds; it has the next one ready when one is stored. */
async function feed(source: string, batches: number, milliseconds: number): Promise<void> {
  for (let batch = 0; batch < batches; batch += 1) {
    await queue.run(source, async () => {
      order.push(source);
      clock += milliseconds;
    });
  }
}

const countOf = (source: string, among: readonly string[] = order): number =>
  among.filter((one) => one === source).length;

it('shares time between sources, not batches', async () => {
  await Promise.all([feed('slow.example', 100, 300), feed('quick.example', 300, 10)]);
  const whileBoth = order.slice(0, order.lastIndexOf('quick.example'));
  expect(countOf('quick.example', whileBoth)).toBe(299);
  expect(countOf('slow.example', whileBoth)).toBe(10); // 3 s each
});

it('lets a small feed that comes land after one batch of each huge one, whatever those have waiting', async () => {
  const huge = Array.from({ length: 10 }, (_, i) => feed(`huge-${i}.example`, 50, 100));
  while (order.length < 105) await new Promise(setImmediate);
  const begun = order.length;
  await feed('small.example', 3, 20);
  expect(order.length - begun).toBeLessThanOrEqual(1 + 10 + 3);
  await Promise.all(huge);
  expect(order).toHaveLength(503);
});

it('lets nobody save up more than a second: who was away shares from then on', async () => {
  const other = feed('other.example', 1_000, 10);
  await feed('one.example', 1, 10);
  while (order.length < 500) await new Promise(setImmediate);
  order = [];
  await feed('one.example', 300, 10);
  expect(countOf('other.example')).toBeGreaterThanOrEqual(300 - 100 - 2);
  await other;
});

it('keeps the batches of one source in their order, and lets one through at a time', async () => {
  let running = 0;
  const begun: number[] = [];
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      queue.run('one.example', async () => {
        running += 1;
        expect(running).toBe(1);
        begun.push(i);
        await new Promise(setImmediate);
        running -= 1;
      }),
    ),
  );
  expect(begun).toEqual(Array.from({ length: 20 }, (_, i) => i));
});

it('goes on behind a batch that fails, which fails alone', async () => {
  const failing = queue.run('one.example', () => Promise.reject(new Error('refused')));
  const next = queue.run('two.example', () => Promise.resolve('stored'));
  await expect(failing).rejects.toThrow('refused');
  expect(await next).toBe('stored');
});

it('remembers a bounded number of sources while one goes on and others come and go', async () => {
  const huge = feed('huge.example', 3_000, 10);
  for (let i = 0; i < 2_500; i += 1) await feed(`s${i}.example`, 1, 5);
  expect((queue as unknown as { used: Map<string, number> }).used.size).toBeLessThanOrEqual(1_010);
  await huge;
  await new Promise(setImmediate);
  expect((queue as unknown as { used: Map<string, number> }).used.size).toBe(0);
});
