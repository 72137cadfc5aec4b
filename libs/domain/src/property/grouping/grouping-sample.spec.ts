import fs from 'node:fs';
import zlib from 'node:zlib';
import type { FeedState } from '../../listing/listing.js';
import { parseFeedLine } from '../../listing/parse-feed-line.js';
import { groupInOrder, type GroupedListings } from './group-in-order.js';
import type { GroupingItem } from './grouping-item.js';
import { countContradictions, measurePairs, pairAgreement } from './measure-pairs.js';

// Six runs over a whole town: seconds when alone, more beside other specs.
jest.setTimeout(120_000);

/** A folder with real feeds; without it only the generated town of group-in-order.spec.ts is grouped. */
const SAMPLE_DATA = process.env['GABLE_SAMPLE_DATA'] ?? '';
const withFile = (name: string): typeof describe => (SAMPLE_DATA !== '' && fs.existsSync(`${SAMPLE_DATA}/${name}`) ? describe : describe.skip);

withFile('valencia-2018.ndjson.gz')('grouping València, 33,622 real adverts', () => {
  const homes = new Map<string, string>();
  const quarters = new Map<string, string>();
  const homeOf = ({ id }: GroupingItem): string => homes.get(id)!;
  let items: GroupingItem[];
  let grouped: GroupedListings;

  beforeAll(() => {
    for (const line of read('valencia-2018-dwellings.csv.gz').slice(1)) homes.set(...(line.split(',') as [string, string]));
    const states = readFeed('valencia-2018.ndjson.gz');
    for (const { externalId, observedAt } of states) quarters.set(externalId, observedAt.slice(5, 7));
    items = states.map(itemOf);
    const started = process.cpuUsage().user;
    grouped = groupInOrder(items);
    const microseconds = (process.cpuUsage().user - started) / items.length;
    print(`València: ${(grouped.pairsCompared / items.length).toFixed(1)} pairs and ${microseconds.toFixed(0)} µs per advert, largest home ${largest(grouped)} adverts`);
  });

  it('reaches the published figures over all pairs', () => {
    const { precision, recall, f1 } = measurePairs(grouped.groups, homeOf);
    print(`  all pairs: P ${precision.toFixed(3)} R ${recall.toFixed(3)} F1 ${f1.toFixed(3)}`);
    expect(f1).toBeGreaterThanOrEqual(0.58);
    expect(recall).toBeGreaterThanOrEqual(0.82);
  });

  it('reaches them within March and within December, where the truth is complete', () => {
    const { precision, recall, f1 } = measurePairs(grouped.groups, homeOf, (a, b) => {
      const quarter = quarters.get(a.id);
      return quarter === quarters.get(b.id) && (quarter === '03' || quarter === '12');
    });
    print(`  March and December: P ${precision.toFixed(3)} R ${recall.toFixed(3)} F1 ${f1.toFixed(3)}`);
    expect(f1).toBeGreaterThanOrEqual(0.74);
  });

  it('joins no two adverts that contradict each other and builds no unbelievable home', () => {
    expect(countContradictions(grouped.groups)).toBe(0);
    expect(largest(grouped)).toBeLessThanOrEqual(20);
  });

  it('compares at most 25 pairs per advert', () => {
    expect(grouped.pairsCompared / items.length).toBeLessThanOrEqual(25);
  });

  it('hardly depends on the order of arrival', () => {
    const inAnotherOrder = [...items].sort((a, b) => Number(a.id.slice(4)) * 7919 % 33_623 - Number(b.id.slice(4)) * 7919 % 33_623);
    expect(pairAgreement(grouped.groups, groupInOrder(inAnotherOrder).groups)).toBeGreaterThanOrEqual(0.97);
  });
});

const KRAKOW = ['2023-11', '2023-12', '2024-01', '2024-02'].map((month) => `krakow-${month}.ndjson.gz`);

withFile(KRAKOW[3]!)('grouping four months of Kraków', () => {
  it('joins an advert that returns under a new id in the month in which the old one went', () => {
    const shown = new Map<string, GroupingItem>();
    const relisted: [string, string][] = [];
    for (const states of KRAKOW.map(readFeed)) {
      const gone = new Map(states.filter(({ status }) => status === 'OFFLINE').map(({ externalId }) => [sameHome(shown.get(externalId)), externalId]));
      for (const state of states) {
        if (state.status === 'OFFLINE' || shown.has(state.externalId)) continue;
        const item = itemOf(state);
        shown.set(state.externalId, item);
        const before = gone.get(sameHome(item));
        if (before !== undefined) relisted.push([before, state.externalId]);
      }
    }
    const { groups } = groupInOrder(shown.values());
    const groupOf = new Map(groups.flatMap((group, i) => group.map(({ id }) => [id, i] as const)));
    const joined = relisted.filter(([before, after]) => groupOf.get(before) === groupOf.get(after)).length;
    print(`Kraków: ${joined} of ${relisted.length} relistings joined`);
    expect(relisted.length).toBeGreaterThan(400);
    expect(joined / relisted.length).toBeGreaterThanOrEqual(0.95);
    expect(countContradictions(groups)).toBe(0);
  });
});

function sameHome(item: GroupingItem | undefined): string {
  const { transactionType, location, area, rooms, floor } = item?.listing ?? {};
  return [transactionType, location?.lat, location?.lng, area, rooms, floor].join();
}

function itemOf({ externalId, listing }: FeedState): GroupingItem {
  return { id: externalId, sourceId: 'portal', listing };
}

function readFeed(file: string): FeedState[] {
  return read(file).map((line) => {
    const parsed = parseFeedLine(line);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
    return parsed.value;
  });
}

function read(file: string): string[] {
  return zlib.gunzipSync(fs.readFileSync(`${SAMPLE_DATA}/${file}`)).toString('utf8').trim().split('\n');
}

function largest({ groups }: GroupedListings): number {
  return Math.max(...groups.map(({ length }) => length));
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
