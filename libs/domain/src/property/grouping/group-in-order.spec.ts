import fs from 'node:fs';
import zlib from 'node:zlib';
import { parseFeedLine } from '../../listing/parse-feed-line.js';
import type { Listing } from '../../listing/listing.js';
import { contradict } from './compare-listings.js';
import { groupInOrder } from './group-in-order.js';
import type { GroupingItem } from './grouping-item.js';
import { measurePairs } from './measure-pairs.js';

/** A folder with real feeds (see GABLE_SAMPLE_DATA in the docs); a generated town stands in without it. */
const SAMPLE_DATA = process.env['GABLE_SAMPLE_DATA'];
const VALENCIA = `${SAMPLE_DATA}/valencia-2018.ndjson.gz`;
const withSampleData = SAMPLE_DATA !== undefined && fs.existsSync(VALENCIA) ? describe : describe.skip;

describe('grouping a generated town of 1,500 homes', () => {
  const { items, homeOf } = generateTown(1_500, 7);

  it('finds most adverts of one home and hardly ever joins two', () => {
    const { groups } = groupInOrder(items);
    report('generated town', items, groups, homeOf);
    const { precision, recall } = measurePairs(groups, homeOf);
    expect(precision).toBeGreaterThan(0.99);
    expect(recall).toBeGreaterThan(0.8);
  });

  it('keeps every advert in exactly one group, and no two in one that contradict each other', () => {
    const { groups } = groupInOrder(items);
    expect(groups.flat().map(({ id }) => id).sort()).toEqual(items.map(({ id }) => id).sort());
    expect(contradictions(groups)).toBe(0);
  });

  it('decides alike when it is run again, and nearly alike in another order', () => {
    const pairs = pairsOf(groupInOrder(items).groups);
    expect(pairsOf(groupInOrder(items).groups)).toEqual(pairs);
    const shuffled = pairsOf(groupInOrder(shuffle(items, random(3))).groups);
    expect(agreement(pairs, shuffled)).toBeGreaterThan(0.97);
  });

  it('compares no more pairs per advert in a town twice as large', () => {
    const { items: larger } = generateTown(3_000, 7);
    const perAdvert = (all: readonly GroupingItem[]) => groupInOrder(all).pairsCompared / all.length;
    expect(perAdvert(larger)).toBeLessThan(1.3 * perAdvert(items));
    expect(perAdvert(larger)).toBeLessThan(25);
  });
});

withSampleData('grouping València, 33,622 real adverts', () => {
  const items = read(VALENCIA).map((line): GroupingItem & { observedAt: string } => {
    const parsed = parseFeedLine(line);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
    return { id: parsed.value.externalId, sourceId: 'idealista', listing: parsed.value.listing, observedAt: parsed.value.observedAt };
  });
  const dwellings = new Map(read(`${SAMPLE_DATA}/valencia-2018-dwellings.csv.gz`).slice(1).map((line) => line.split(',') as [string, string]));
  const homeOf = ({ id }: GroupingItem): string => dwellings.get(id) ?? id;
  const started = process.cpuUsage().user;
  const { groups, pairsCompared } = groupInOrder(items);
  const microseconds = (process.cpuUsage().user - started) / items.length;
  const pairs = pairsOf(groups);

  it('reaches the published precision and recall over all pairs', () => {
    report(`València, all pairs, ${(pairsCompared / items.length).toFixed(1)} pairs and ${microseconds.toFixed(0)} µs per advert`, items, groups, homeOf);
    const { recall, f1 } = measurePairs(groups, homeOf);
    expect(f1).toBeGreaterThanOrEqual(0.58);
    expect(recall).toBeGreaterThanOrEqual(0.82);
  });

  it('reaches them within March and within December, where the truth is complete', () => {
    const quarter = new Map(items.map(({ id, observedAt }) => [id, observedAt.slice(5, 7)]));
    const labelled = (a: GroupingItem, b: GroupingItem): boolean => quarter.get(a.id) === quarter.get(b.id) && ['03', '12'].includes(quarter.get(a.id)!);
    report('València, March and December', items, groups, homeOf, labelled);
    expect(measurePairs(groups, homeOf, labelled).f1).toBeGreaterThanOrEqual(0.74);
  });

  it('joins no two adverts that contradict each other, and no believable home is advertised more than 20 times', () => {
    expect(contradictions(groups)).toBe(0);
    expect(Math.max(...groups.map(({ length }) => length))).toBeLessThanOrEqual(20);
  });

  it('compares at most 25 pairs per advert', () => {
    expect(pairsCompared / items.length).toBeLessThanOrEqual(25);
  });

  it('hardly depends on the order of arrival', () => {
    expect(agreement(pairs, pairsOf(groupInOrder(shuffle(items, random(3))).groups))).toBeGreaterThanOrEqual(0.97);
  });
});

function read(file: string): string[] {
  return zlib.gunzipSync(fs.readFileSync(file)).toString('utf8').trim().split('\n');
}

function report(what: string, items: readonly GroupingItem[], groups: readonly (readonly GroupingItem[])[], ...measured: [(item: GroupingItem) => string, ((a: GroupingItem, b: GroupingItem) => boolean)?]): void {
  const { precision, recall, f1 } = measurePairs(groups, ...measured);
  const largest = Math.max(...groups.map(({ length }) => length));
  process.stderr.write(`${what}: P ${precision.toFixed(3)} R ${recall.toFixed(3)} F1 ${f1.toFixed(3)}, ${items.length} adverts in ${groups.length} homes, largest ${largest}\n`);
}

function contradictions(groups: readonly (readonly GroupingItem[])[]): number {
  return groups.reduce((sum, group) => sum + group.filter((a) => group.some((b) => a !== b && contradict(a, b))).length, 0);
}

function pairsOf(groups: readonly (readonly GroupingItem[])[]): Set<string> {
  return new Set(groups.flatMap((group) => group.flatMap((a, i) => group.slice(i + 1).map((b) => [a.id, b.id].sort().join(' ')))).sort());
}

/** Share of the pairs that two runs have in common (Dice). */
function agreement(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return (2 * [...a].filter((pair) => b.has(pair)).length) / (a.size + b.size);
}

function shuffle<T>(values: readonly T[], next: () => number): T[] {
  return values.map((value) => [next(), value] as const).sort(([a], [b]) => a - b).map(([, value]) => value);
}

/** mulberry32: small, seeded, the same everywhere. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Homes at a city's density, each advertised by one to four of three sources: prices 4 % apart, points moved by up to 40 m, each source leaves out one attribute in five of a home. */
function generateTown(homes: number, seed: number): { items: GroupingItem[]; homeOf: (item: GroupingItem) => string } {
  const next = random(seed);
  const pick = (max: number): number => Math.floor(next() * max);
  const side = Math.sqrt(homes / 2_000) * 0.01;
  const items: GroupingItem[] = [];
  for (let home = 0; home < homes; home++) {
    const [lat, lng, price] = [45 + next() * side, 5 + next() * side, 80_000 + pick(400_000)];
    const bedrooms = 1 + pick(4);
    const said: Listing = {
      area: bedrooms * 20 + 15 + pick(25), bedrooms, rooms: bedrooms + 1, bathrooms: 1 + pick(2), floor: pick(8), building: { constructionYear: 1900 + pick(124) },
      features: { elevator: next() < 0.5, terrace: next() < 0.3, cellar: next() < 0.4, furnished: next() < 0.2, lastFloor: next() < 0.15 },
    };
    const shownBy = Array.from({ length: 3 }, () => Object.fromEntries(Object.entries(said).filter(([name]) => name === 'area' || next() < 0.8)));
    const adverts = 1 + pick(4);
    for (let advert = 0; advert < adverts; advert++) {
      const source = pick(shownBy.length);
      const listing: Listing = {
        ...shownBy[source], transactionType: 'SELL', propertyType: 'FLAT', currency: 'EUR', price: Math.round((price * (0.96 + next() * 0.08)) / 500) * 500,
        location: { lat: lat + (next() - 0.5) * 0.0007, lng: lng + (next() - 0.5) * 0.001, accuracy: 'STREET', cityName: 'Gable-Ville' },
      };
      items.push({ id: `${home}-${advert}`, sourceId: `source-${source}`, listing });
    }
  }
  return { items: shuffle(items, next), homeOf: ({ id }) => id.split('-')[0]! };
}
