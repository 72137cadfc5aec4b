import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type Condition,
  type Criteria,
  type Shape,
  formatCriteria,
  matchCriteria,
  parseCriteria,
} from '@gable/domain/criteria';
import { placesWith } from '@gable/domain/testing';
import { diffListings, type Listing } from '@gable/domain/listing';
import { isBelowCity, isCity, isDepartment } from './country.js';
import { generateWorkload } from './generate-workload.js';

const workload = generateWorkload(1);
const alerts = numbered(10_000, workload.alert);
const listings = numbered(2_000, workload.listing);

describe('generateWorkload', () => {
  it('makes the same of the same seed in any order, something else of another seed', () => {
    const again = generateWorkload(1);
    const other = generateWorkload(2);
    for (const number of [9_999, 0, 77]) {
      expect(again.alert(number)).toEqual(workload.alert(number));
      expect(again.listing(number)).toEqual(workload.listing(number));
      expect(again.change(number)).toEqual(workload.change(number));
      expect(again.hostileAlert(number)).toEqual(workload.hostileAlert(number));
      expect(other.alert(number)).not.toEqual(workload.alert(number));
      expect(other.listing(number)).not.toEqual(workload.listing(number));
    }
  });

  it('is the same on every machine', () => {
    const text = JSON.stringify(
      numbered(500, (number) => [workload.alert(number), workload.listing(number), workload.change(number)]),
    );
    expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toBe('2cbca854720367d5');
  });

  it('lets 0.1 to 0.3 % of the alerts match a listing', () => {
    const few = alerts.slice(0, 2_000);
    const matches = listings.reduce(
      (sum, listing) => sum + few.filter((alert) => matchCriteria(alert, listing)).length,
      0,
    );
    expect(matches / (few.length * listings.length)).toBeGreaterThan(0.001);
    expect(matches / (few.length * listings.length)).toBeLessThan(0.003);
  });

  it('lets alerts ask for places as people do', () => {
    const shares = sharesOf(alerts.map(placeKind));
    const expected = {
      city: 0.36,
      cities: 0.22,
      belowCity: 0.14,
      department: 0.09,
      region: 0.015,
      radius: 0.1,
      polygon: 0.05,
      nowhere: 0.025,
    };
    for (const [kind, share] of Object.entries(expected))
      expect({ kind, off: Math.abs((shares[kind] ?? 0) - share) < 0.015 }).toEqual({ kind, off: true });
    const departments = alerts
      .map(placeOf)
      .filter((one) => one?.kind === 'division' && isDepartment(one.included![0]!));
    expect(
      departments.filter((one) => one?.kind === 'division' && one.excluded !== null).length / departments.length,
    ).toBeCloseTo(0.2, 1);
  });

  it('lets alerts ask for properties as people do', () => {
    const asking = (asks: (condition: Condition) => boolean): number =>
      alerts.filter((alert) => conditionsOf(alert).some(asks)).length / alerts.length;
    const types = (asks: (included: number, excluded: number) => boolean) =>
      alerts.filter(({ conditions }) =>
        conditions.some(
          (one) => one.kind === 'propertyType' && asks(one.included?.length ?? 0, one.excluded?.length ?? 0),
        ),
      ).length / alerts.length;
    expect(asking(({ kind }) => kind === 'transactionType')).toBeCloseTo(0.96, 1);
    expect(types((included) => included === 1)).toBeCloseTo(0.6, 1);
    expect(types((included) => included > 1)).toBeCloseTo(0.23, 1);
    expect(types((_, excluded) => excluded > 0)).toBeCloseTo(0.05, 1);
    for (const [field, share] of [
      ['price', 0.92],
      ['area', 0.68],
      ['rooms', 0.55],
      ['bedrooms', 0.22],
    ] as const) {
      expect({
        field,
        near: Math.abs(asking((one) => one.kind === 'range' && one.field === field) - share) < 0.03,
      }).toEqual({ field, near: true });
    }
  });

  it('nests 30 % of the alerts two to four levels deep, 1.6 conjunctions on average', () => {
    const nested = alerts.filter(({ children }) => children.length > 0);
    expect(nested.length / alerts.length).toBeCloseTo(0.3, 1);
    expect(new Set(nested.map(depthOf))).toEqual(new Set([2, 3, 4]));
    const mean = alerts.reduce((sum, alert) => sum + conjunctions(alert), 0) / alerts.length;
    expect(mean).toBeGreaterThan(1.5);
    expect(mean).toBeLessThan(1.7);
  });

  it('leaves 2 to 90 % of every field unsaid', () => {
    const stated = new Map<string, number>();
    for (const listing of listings) for (const name of namesIn(listing)) stated.set(name, (stated.get(name) ?? 0) + 1);
    const always = new Set(['title', 'description', 'currency']);
    const unsaid = [...stated].filter(([name]) => !always.has(name)).map(([, count]) => 1 - count / listings.length);
    expect(Math.min(...unsaid)).toBeLessThan(0.03);
    expect(Math.max(...unsaid)).toBeGreaterThan(0.85);
    expect(Math.max(...unsaid)).toBeLessThan(0.93);
    const some = [
      'price',
      'area',
      'rooms',
      'bedrooms',
      'bathrooms',
      'floor',
      'lots',
      'renovationYear',
      'land',
      'charges',
      'gym',
      'feesIncluded',
      'lat',
      'divisionIds',
    ];
    expect([...stated.keys()]).toEqual(expect.arrayContaining(some));
  });

  it('places listings in ascending divisions from the country down, as ingest does', () => {
    for (const { location } of listings) {
      const ids = location?.divisionIds ?? [];
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
      expect(ids.slice(0, 4)).toEqual(
        location === undefined ? [] : [location.countryId, location.regionId, location.departmentId, location.cityId],
      );
    }
  });

  it('makes alerts that a caller may send, hostile ones too: canonical and within the limits', () => {
    const wrong = [...alerts.slice(0, 1_000), ...numbered(21, workload.hostileAlert)].filter((criteria) => {
      const places = placesWith(
        conditionsOf(criteria).flatMap((one): readonly Shape[] =>
          one.kind === 'shape' ? [...(one.included ?? []), ...(one.excluded ?? [])] : [],
        ),
      );
      return !isDeepStrictEqual(parseCriteria(formatCriteria(criteria), { places }), { ok: true, value: criteria });
    });
    expect(wrong).toEqual([]);
  });

  it('makes hostile alerts of which every kind matches now and then', () => {
    const matched = numbered(7, (kind) =>
      numbered(6, (turn) => workload.hostileAlert(kind + 7 * turn)).some((alert) =>
        listings.some((listing) => matchCriteria(alert, listing)),
      ),
    );
    expect(matched).toEqual(matched.map(() => true));
    expect(Math.max(...numbered(21, workload.hostileAlert).map(depthOf))).toBeGreaterThan(30);
  });

  it('changes listings in ways that an alert has to notice, and in one that it has not', () => {
    const changes = numbered(2_000, workload.change);
    const kinds = sharesOf(changes.map(({ kind }) => kind));
    expect(Object.keys(kinds).sort()).toEqual([
      'detail',
      'expired',
      'moved',
      'new',
      'otherTransaction',
      'priceCut',
      'priceRise',
      'reactivated',
      'text',
    ]);
    for (const { kind, before, after } of changes) {
      expect([before === null, after === null]).toEqual([kind === 'new' || kind === 'reactivated', kind === 'expired']);
      if (kind === 'text')
        expect(diffListings(before!, after!).map(({ attribute }) => attribute)).toEqual(['description']);
    }
    const cuts = changes.filter(({ kind, before }) => kind === 'priceCut' && before?.price !== undefined);
    expect(cuts.filter(({ before, after }) => after!.price! < before!.price!).length / cuts.length).toBeGreaterThan(
      0.9,
    );
  });

  it('crowds one city on demand', () => {
    const crowded = numbered(4_000, generateWorkload(1, { crowd: { cityShare: 0.44 } }).alert);
    const biggest = (criteria: Criteria): boolean =>
      isDeepStrictEqual(placeOf(criteria), { kind: 'division', included: [1_000], excluded: null });
    expect(crowded.filter(biggest).length / crowded.length).toBeCloseTo(0.44 + 0.56 * 0.36 * 0.07, 1);
    expect(alerts.filter(biggest).length / alerts.length).toBeLessThan(0.05);
  });
});

function numbered<T>(count: number, make: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, number) => make(number));
}

function sharesOf(kinds: readonly string[]): Record<string, number> {
  const shares: Record<string, number> = {};
  for (const kind of kinds) shares[kind] = (shares[kind] ?? 0) + 1 / kinds.length;
  return shares;
}

function conditionsOf({ conditions, children }: Criteria): readonly Condition[] {
  return [...conditions, ...children.flatMap(conditionsOf)];
}

function placeOf(criteria: Criteria): Condition | undefined {
  return conditionsOf(criteria).find(({ kind }) => kind === 'division' || kind === 'circle' || kind === 'shape');
}

function placeKind(criteria: Criteria): string {
  const place = placeOf(criteria);
  if (place?.kind === 'circle') return 'radius';
  if (place?.kind === 'shape') return 'polygon';
  if (place?.kind !== 'division') return 'nowhere';
  const [first, ...more] = place.included!;
  if (isBelowCity(first!)) return 'belowCity';
  if (isCity(first!)) return more.length === 0 ? 'city' : 'cities';
  return isDepartment(first!) ? 'department' : 'region';
}

function depthOf({ children }: Criteria): number {
  return 1 + Math.max(0, ...children.map(depthOf));
}

/** Conjunctions when the tree is multiplied out. */
function conjunctions({ operator, children }: Criteria): number {
  if (children.length === 0) return 1;
  return children.map(conjunctions).reduce((one, other) => (operator === 'OR' ? one + other : one * other));
}

function namesIn(listing: Listing): readonly string[] {
  const { areas, building, pricing, features, location, ...single } = listing;
  return Object.keys({ ...single, ...areas, ...building, ...pricing, ...features, ...location });
}
