import type { Deed } from './deed.js';

const GROUPS =
  'property_type,transaction_type,event_type,city_id,district_id,dpe_energy_rating,publisher_type,price_currency,' +
  'condition,source_id';
const FIELDS = ['price', 'price_displayed', 'price_per_sqm', 'area', 'days_between_events'];

/** Rude through figures of the market. */
export const ANALYTICS_DEEDS: Readonly<Record<string, Deed>> = {
  analytics: {
    says: 'the costliest figures, asked for by sixteen clients',
    clients: 16,
    pauseMs: 20,
    act: (tenant, n) => tenant.ask({ method: 'GET', address: n % 2 === 0 ? ALL_GROUPS : ALL_TIME }),
  },
};

const METRICS = FIELDS.flatMap((field) => [10, 50, 90, 99].map((part) => `percentile:${field}:${part}`)).join(',');
const ALL_GROUPS = `/analytics/listings?group_by=${GROUPS}&time_bucket=day&metrics=${METRICS}`;
const ALL_TIME = `/analytics/listings?group_by=city_id&time_bucket=year&metrics=${METRICS}&rooms_min=0`;
