export {
  DEFAULT_QUOTAS,
  LARGEST_QUOTA,
  QUOTA_KINDS,
  QuotaExceeded,
  type QuotaKind,
  type Quotas,
  quotasWith,
} from './account/quota.js';
export { effectiveLimit, type EffectiveLimit, LIMIT_SOURCES, type LimitSource } from './account/limit.js';
export { ROLES, type Role, SAAS_CURSOR_LIMIT } from './account/role.js';
export { admitsScope, isScopeOf, type Scope, SCOPES } from './account/scope.js';
export { groupBy } from './values/group-by.js';
export { plainText } from './values/plain-text.js';
export { propertyTypeCode, propertyTypeOf } from './values/property-type.js';
export { readUrl } from './values/read-url.js';
export { isUuid, UUID } from './values/uuid.js';
export {
  CONDITIONS,
  DIVISION_TYPES,
  type DivisionType,
  ENERGY_CARRIERS,
  ENERGY_RATINGS,
  type EnergyCarrier,
  type EnergyRating,
  HEATING_SYSTEMS,
  type HeatingSystem,
  type PropertyCondition,
  LOCATION_ACCURACIES,
  type ListingStatus,
  type LocationAccuracy,
  MANDATE_TYPES,
  MARKET_EVENT_TYPES,
  type MandateType,
  type MarketEventType,
  PROPERTY_TYPES,
  PROPERTY_TYPE_ALIASES,
  PUBLISHER_TYPES,
  type PropertyType,
  type PublisherType,
  SALE_TYPES,
  type SaleType,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionStatus,
  type TransactionType,
} from './values/vocabulary.js';
export { parseCriteria } from './criteria/parsing/parse-criteria.js';
export { matchCriteria } from './criteria/match-criteria.js';
export { describeCriteria } from './criteria/describe-criteria.js';
export type { Criteria } from './criteria/criteria.js';
export type { Violation } from './parsing/violations.js';
export type { Listing } from './listing/listing.js';
export { parseFeedLine } from './listing/parse-feed-line.js';
