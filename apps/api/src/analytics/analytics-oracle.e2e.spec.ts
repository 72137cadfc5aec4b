import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { rounds } from '@gable/domain/testing';
import { RollupStore } from '@gable/persistence/analytics';
import {
  answerQuestion,
  generateCityQuestions,
  generateMarket,
  generateQuestions,
  replayMarket,
  type ExpectedAnswer,
  type MarketQuestion,
  ingestFeed,
  loadDivisions,
} from '@gable/testing';
import { ApiUnderTest } from '../testing/api-under-test.js';

/** Lines of divisions and of feeds in the order they are read. */
interface Story {
  readonly name: string;
  readonly questions: number;
  /** A city's month with so many events is summed up. */
  readonly largeMarketEvents: number;
  read(): { divisions: readonly string[]; lines: readonly string[] };
}

const linesOf = (file: string): string[] =>
  gunzipSync(fs.readFileSync(file))
    .toString()
    .split('\n')
    .filter((line) => line !== '');

const generated: Story = {
  name: 'a generated market',
  questions: rounds(60, 120),
  largeMarketEvents: 10,
  read: () => generateMarket(7, 600),
};

const real = (folder: string): Story => ({
  name: 'València and four months of Kraków',
  questions: rounds(30, 80),
  largeMarketEvents: 300,
  read: () => ({
    divisions: linesOf(path.join(folder, 'divisions.ndjson.gz')),
    lines: ['valencia-2018', 'krakow-2023-11', 'krakow-2023-12', 'krakow-2024-01', 'krakow-2024-02'].flatMap((name) =>
      linesOf(path.join(folder, `${name}.ndjson.gz`)),
    ),
  }),
});

const sampleData = process.env.GABLE_SAMPLE_DATA;

describe.each([generated, ...(sampleData === undefined ? [] : [real(sampleData)])])(
  '$name',
  ({ questions, largeMarketEvents, read }) => {
    let api: ApiUnderTest;

    beforeAll(async () => (api = await ApiUnderTest.start({ rateLimitPerMinute: 0 })), 60_000);
    afterAll(() => api.stop());

    it(`is answered as a plain script reckons it from the lines of the feeds, in ${questions} generated questions and as many to cities`, async () => {
      const { divisions, lines } = read();
      await loadDivisions(api.database, bytes(divisions), { rejectFile });
      const begun = Math.floor(lines.length * 0.75);
      await ingest(lines.slice(0, begun));
      await rollUp();
      await ingest(lines.slice(begun));
      await api.database.query('vacuum analyze market_event');
      expect(await markets()).toEqual({ rolledUp: true, changedSince: true, fromEvents: true });
      const events = replayMarket(divisions, lines);
      const seen = { groups: 0, empty: 0 };
      const cityQuestions = generateCityQuestions(13, questions, events);
      const sampleSizes = new Map<MarketQuestion, number>();
      for (const question of [...generateQuestions(11, questions, events), ...cityQuestions]) {
        const expected = answerQuestion(events, question);
        sampleSizes.set(question, expected.meta.sample_size);
        expect({ question, differences: differences(await ask(question), expected) }).toEqual({
          question,
          differences: [],
        });
        seen.groups += expected.data.length;
        seen.empty += Number(expected.data.length === 0);
      }
      // The questions are worth something: most find groups, and many are answered from what was summed up.
      expect(seen.groups).toBeGreaterThan(10 * questions);
      expect(seen.empty).toBeLessThan(questions / 4);
      await api.database.query('update market_rollup set events = events + 1');
      let summedUp = 0;
      for (const question of cityQuestions)
        summedUp += Number((await ask(question)).meta.sample_size !== sampleSizes.get(question));
      expect(summedUp).toBeGreaterThan(questions / 2);
    }, 600_000);

    const rejectFile = path.join(os.tmpdir(), `gable-analytics-${process.pid}.ndjson`);
    const bytes = (texts: readonly string[]) => Readable.from([Buffer.from(`${texts.join('\n')}\n`)]);

    async function ingest(lines: readonly string[]): Promise<void> {
      expect(await ingestFeed(api.database, bytes(lines), { rejectFile })).toMatchObject({
        read: lines.length,
        rejected: 0,
      });
    }

    async function rollUp(): Promise<void> {
      const store = new RollupStore(api.database);
      await store.listLarge(largeMarketEvents);
      await store.rollUpAll();
    }

    /** Which sorts of city-months there are. */
    async function markets(): Promise<object | undefined> {
      const [row] = await api.database.query<object>(`
      select bool_or(rolled_up.version = market_month.version) as "rolledUp", bool_or(rolled_up.version < market_month.version) as "changedSince",
        bool_or(market_month.city_id is null) as "fromEvents"
      from (select distinct city_id, event_month from market_event where city_id is not null) every
      left join market_month using (city_id, event_month) left join market_rollup_month rolled_up using (city_id, event_month)`);
      return row;
    }

    async function ask(question: MarketQuestion): Promise<ExpectedAnswer> {
      const query = Object.entries(question)
        .map(([name, values]) => `${name}=${values.map(encodeURIComponent).join(',')}`)
        .join('&');
      const { status, body } = await api.ask('GET', `/analytics/listings?${query}`);
      if (status !== 200) throw new Error(`${query} answered ${status}: ${JSON.stringify(body)}`);
      for (const { group } of (body as ExpectedAnswer).data)
        if (typeof group.source_id === 'string') group.source_id = await domainOf(group.source_id);
      return body as ExpectedAnswer;
    }

    const domains = new Map<string, string>();

    async function domainOf(sourceId: string): Promise<string> {
      if (domains.size === 0)
        for (const { id, domain } of await api.database.query<{ id: string; domain: string }>(
          'select id, domain from source',
        ))
          domains.set(id, domain);
      return domains.get(sourceId)!;
    }
  },
);

/** What differs, in words; the first few. Numbers may differ by what doubles lose. */
function differences(answer: ExpectedAnswer, expected: ExpectedAnswer): string[] {
  const found: string[] = [];
  if (JSON.stringify(answer.meta) !== JSON.stringify(expected.meta))
    found.push(`meta ${JSON.stringify(answer.meta)} instead of ${JSON.stringify(expected.meta)}`);
  const rest = new Map(answer.data.map((entry) => [JSON.stringify(entry.group), entry.metrics]));
  if (rest.size !== answer.data.length) found.push('a group stands there twice');
  for (const { group, metrics } of expected.data) {
    const key = JSON.stringify(group);
    const got = rest.get(key);
    rest.delete(key);
    if (!got) found.push(`no group ${key}`);
    else if (Object.keys(got).join() !== Object.keys(metrics).join())
      found.push(`${key} has ${Object.keys(got).join()}`);
    else
      for (const [name, value] of Object.entries(metrics))
        if (!isClose(got[name]!, value)) found.push(`${key} ${name} is ${got[name]} instead of ${value}`);
  }
  for (const key of rest.keys()) found.push(`a group too many: ${key}`);
  return found.slice(0, 5);
}

function isClose(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}
