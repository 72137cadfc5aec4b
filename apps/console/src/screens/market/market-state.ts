import type { Schema } from '../../client/api.js';
import { asCurl } from '../../client/as-curl.js';
import type { CriteriaNode } from '../../criteria/node-path.js';
import { treeInAddress } from '../../criteria/tidy-tree.js';
import type { Listing } from '../../homes/home-summary.js';

export type Kind = NonNullable<Listing['propertyType']>;
export type Deal = 'SELL' | 'RENT';
export const KINDS: readonly Kind[] = [
  ...(['FLAT', 'HOUSE', 'BUILDING', 'PARKING', 'OFFICE', 'LAND', 'SHOP', 'COMMERCIAL_PREMISES', 'OTHER'] as const),
];
export const MONTHS = [6, 12, 24, 60] as const;

/** What is asked of the market: it stands in the address. */
export interface MarketState {
  readonly place?: number;
  readonly kind?: Kind;
  readonly deal?: Deal;
  readonly months?: number;
  /** What adverts have to meet as well. */
  readonly criteria?: CriteriaNode;
}

export const DEFAULTS = { kind: 'FLAT', deal: 'SELL', months: 12 } as const;

/** Reads the address; what is no such question is left out. */
export function readMarketState(address: Readonly<Record<string, unknown>>): MarketState {
  const { place, kind, deal, months } = address;
  const criteria = treeInAddress(address.criteria);
  return {
    ...(criteria !== undefined && { criteria }),
    ...(Number.isInteger(place) && { place: place as number }),
    ...(KINDS.includes(kind as Kind) && { kind: kind as Kind }),
    ...((deal === 'SELL' || deal === 'RENT') && { deal }),
    ...(MONTHS.includes(months as 6) && { months: months as number }),
  };
}

/** Divisions that the analytics can be asked for. */
export const PLACE_TYPES = ['CITY', 'DISTRICT', 'NEIGHBORHOOD'] as const;
const PLACE_PARAMETERS = { CITY: 'city_id', DISTRICT: 'district_id', NEIGHBORHOOD: 'neighborhood_id' } as const;
type Place = Pick<Schema<'Division'>, 'id' | 'type'>;

export const PERCENTILES = [10, 25, 75, 90] as const;

/** The three questions of the page, as parameters of /analytics/listings: with criteria by POST. */
export function questionsOf(state: MarketState, place: Place | null, now: Date) {
  const { kind, deal, months } = { ...DEFAULTS, ...state };
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 1)).toISOString().slice(0, 10);
  const parameter = PLACE_PARAMETERS[(place?.type ?? 'CITY') as keyof typeof PLACE_PARAMETERS];
  const common = {
    transaction_type: deal,
    property_type: [kind],
    event_at_from: from,
    time_bucket: 'month' as const,
    ...(place !== null && { [parameter]: [place.id] }),
  };
  const ask = <Query>(query: Query) => ({ query, criteria: state.criteria });
  return {
    prices: ask({
      ...common,
      event_type: ['CREATED' as const],
      metrics: [
        'count',
        'median:price_per_sqm',
        ...PERCENTILES.map((percentile) => `percentile:price_per_sqm:${percentile}`),
      ],
    }),
    flow: ask({
      ...common,
      event_type: ['CREATED' as const, 'EXPIRED' as const],
      group_by: ['event_type' as const],
      metrics: ['count'],
    }),
    stay: ask({
      ...common,
      event_type: ['EXPIRED' as const],
      metrics: [
        'count',
        'median:days_since_first_seen',
        'percentile:days_since_first_seen:25',
        'percentile:days_since_first_seen:75',
      ],
    }),
  };
}

export type Question = ReturnType<typeof questionsOf>[keyof ReturnType<typeof questionsOf>];

/** The same question for a shell. */
export function questionAsCurl({ query, criteria }: Question, apiUrl: string): string {
  const parameters = Object.entries(query)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : String(value)}`)
    .join('&');
  return asCurl(`${apiUrl}/analytics/listings?${parameters}`, criteria && { criteria });
}
