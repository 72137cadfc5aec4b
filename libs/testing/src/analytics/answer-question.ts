import type { ReplayedEvent } from './replay-market.js';

/** A question in the words of the interface: every parameter with its texts; several only where it takes a list. */
export type MarketQuestion = Readonly<Record<string, readonly string[]>>;

export interface ExpectedGroup {
  group: Record<string, string | number | null>;
  metrics: Record<string, number | null>;
}

export interface ExpectedAnswer {
  meta: { sample_size: number; min_event_at: string | null; max_event_at: string | null };
  data: ExpectedGroup[];
}

/**
 * The answer to a question, reckoned the plain way: every event looked at, every group a list, every percentile a
 * sorted list. Groups come in the order met.
 */
export function answerQuestion(events: readonly ReplayedEvent[], question: MarketQuestion): ExpectedAnswer {
  const columns = question.group_by ?? [];
  const metrics = question.metrics ?? ['count'];
  const groups = new Map<string, { group: ExpectedGroup['group']; events: ReplayedEvent[] }>();
  const tests = Object.entries(question).flatMap(([name, texts]) => testOf(name, texts) ?? []);
  const meant = events.filter((event) => tests.every((test) => test(event)));
  const starts = new Map<number, string>();
  for (const event of meant) {
    const start = starts.get(event.at) ?? startOf(question.time_bucket?.[0] ?? 'day', new Date(event.at)).toISOString();
    starts.set(event.at, start);
    const key = [...columns.map((column) => event[column]), start].join('|');
    if (!groups.has(key))
      groups.set(key, {
        group: { ...Object.fromEntries(columns.map((column) => [column, event[column]!])), time_bucket: start },
        events: [],
      });
    groups.get(key)!.events.push(event);
  }
  const instants = meant.map(({ at }) => at).sort((a, b) => a - b);
  const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  return {
    meta: { sample_size: meant.length, min_event_at: iso(instants[0]), max_event_at: iso(instants.at(-1)) },
    data: [...groups.values()].map(({ group, events: members }) => {
      const lists = new Map<string, readonly number[]>();
      const valuesOf = (field: string): readonly number[] => {
        if (!lists.has(field)) lists.set(field, sortedValues(members, field));
        return lists.get(field)!;
      };
      return {
        group,
        metrics: Object.fromEntries(
          metrics.map((metric) => [metric, metric === 'count' ? members.length : measure(metric, valuesOf)]),
        ),
      };
    }),
  };
}

const LISTS = [
  'property_type',
  'transaction_type',
  'city_id',
  'district_id',
  'neighborhood_id',
  'event_type',
  'dpe_energy_rating',
  'publisher_type',
];
const BOUNDS: Readonly<Record<string, string>> = {
  price: 'price_displayed',
  area: 'area_displayed',
  rooms: 'rooms',
  bedrooms: 'bedrooms',
  lat: 'lat',
  lng: 'lng',
};

/** The test that a parameter puts events to; none where it is no filter. */
function testOf(name: string, texts: readonly string[]): ((event: ReplayedEvent) => boolean) | undefined {
  if (LISTS.includes(name)) return (event) => texts.includes(String(event[name]));
  const instant = Date.parse(texts[0]!);
  if (name === 'event_at_from') return (event) => event.at >= instant;
  if (name === 'event_at_to') return (event) => event.at <= instant;
  const [, prefix, end] = /^(price|area|rooms|bedrooms|lat|lng)_(min|max)$/.exec(name) ?? [];
  if (prefix === undefined) return undefined;
  const bound = Number(texts[0]);
  return (event) => {
    const value = event[BOUNDS[prefix]!];
    return typeof value === 'number' && (end === 'min' ? value >= bound : value <= bound);
  };
}

function startOf(bucket: string, at: Date): Date {
  const year = at.getUTCFullYear();
  const month = at.getUTCMonth();
  if (bucket === 'year') return new Date(Date.UTC(year, 0));
  if (bucket === 'quarter') return new Date(Date.UTC(year, month - (month % 3)));
  if (bucket === 'month') return new Date(Date.UTC(year, month));
  const sinceMonday = (at.getUTCDay() + 6) % 7;
  return new Date(Date.UTC(year, month, at.getUTCDate() - (bucket === 'week' ? sinceMonday : 0)));
}

function sortedValues(events: readonly ReplayedEvent[], field: string): readonly number[] {
  return events
    .map((event) => event[field])
    .filter((value): value is number => typeof value === 'number')
    .sort((a, b) => a - b);
}

/** Of values in their order; every metric but the count. */
function measure(metric: string, valuesOf: (field: string) => readonly number[]): number | null {
  const [form, field = '', p] = metric.split(':');
  const values = valuesOf(field);
  if (values.length === 0) return null;
  if (form === 'avg') return values.reduce((sum, value) => sum + value, 0) / values.length;
  const rank = form === 'min' ? 0 : form === 'max' ? 100 : form === 'median' ? 50 : Number(p);
  const place = ((values.length - 1) * rank) / 100;
  const below = values[Math.floor(place)]!;
  return below + (values[Math.ceil(place)]! - below) * (place - Math.floor(place));
}
