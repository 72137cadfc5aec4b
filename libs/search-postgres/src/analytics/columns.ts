import {
  CONDITIONS,
  ENERGY_CARRIERS,
  ENERGY_RATINGS,
  HEATING_SYSTEMS,
  LOCATION_ACCURACIES,
  MANDATE_TYPES,
  MARKET_EVENT_TYPES,
  PROPERTY_TYPES,
  PUBLISHER_TYPES,
  SALE_TYPES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '@gable/domain';
import { SUMMED_FIELDS } from '@gable/persistence/analytics';

/**
 * What a column that events are grouped by holds: one of the words, stored as its place in the list, or a value as it
 * is.
 */
export type ColumnValues = { readonly words: readonly string[] } | 'integer' | 'text' | 'uuid';

/** The columns of table `market_event` that name something, each under its own name in group_by (SPEC 4.1). */
export const ANALYTICS_COLUMNS = {
  property_type: { words: PROPERTY_TYPES },
  transaction_type: { words: TRANSACTION_TYPES },
  event_type: { words: MARKET_EVENT_TYPES },
  city_id: 'integer',
  district_id: 'integer',
  neighborhood_id: 'integer',
  dpe_energy_rating: { words: ENERGY_RATINGS },
  dpe_ghg_rating: { words: ENERGY_RATINGS },
  publisher_type: { words: PUBLISHER_TYPES },
  price_currency: 'text',
  transaction_status: { words: TRANSACTION_STATUSES },
  sale_type: { words: SALE_TYPES },
  mandate_type: { words: MANDATE_TYPES },
  condition: { words: CONDITIONS },
  location_accuracy: { words: LOCATION_ACCURACIES },
  heating_system: { words: HEATING_SYSTEMS },
  energy_carrier: { words: ENERGY_CARRIERS },
  source_id: 'uuid',
} as const satisfies Readonly<Record<string, ColumnValues>>;
/** One of ANALYTICS_COLUMNS. */
export type AnalyticsColumn = keyof typeof ANALYTICS_COLUMNS;
/** One of GROUP_COLUMNS. */
export type GroupColumn = AnalyticsColumn;

/** In the order of SPEC 4.1. */
export const GROUP_COLUMNS = Object.keys(ANALYTICS_COLUMNS) as readonly GroupColumn[];

/** The columns of table `market_event` that metrics are taken of. Prices in the listing's currency, areas in m². */
export const METRIC_FIELDS = [...SUMMED_FIELDS, 'days_since_first_seen'] as const;
/** One of METRIC_FIELDS. */
export type MetricField = (typeof METRIC_FIELDS)[number];
