import { matchCriteria, type Criteria } from '@gable/domain/criteria';
import type { AlertEventType, NotificationConfig } from '@gable/domain/alert';
import type { Listing } from '@gable/domain/listing';
import type { CommittedChange } from './committed-change.js';

/** What an alert has events of, before a change. */
export interface Remembered {
  readonly listing: boolean;
  readonly property: boolean;
}

/**
 * The events one alert must record of one change, read word for word from the table of event types in the contract. A
 * second reading on purpose: it shares nothing with the code it checks but the plain matcher.
 */
export function expectEventsOf(
  criteria: Criteria,
  { before, after, siblings }: CommittedChange,
  remembered: Remembered,
): AlertEventType[] {
  const meets = (listing: Listing): boolean => matchCriteria(criteria, listing);
  const wasOnline = before !== null && before.online;
  const wasOffline = before !== null && !before.online;
  const m0 = wasOnline && meets(before.listing);
  const m1 = after.online && meets(after.listing);
  if (!m0 && !m1) return [];
  const cameIn = m1 && !m0;
  const stayed = m0 && m1;
  const everMatched = remembered.listing || remembered.property;
  const holds: Record<AlertEventType, boolean> = {
    NEW_MATCH: cameIn && !everMatched && !siblings.some(meets),
    ADDITIONAL_LISTING: cameIn && !remembered.listing && (remembered.property || siblings.some(meets)),
    BACK_IN_CRITERIA: cameIn && wasOnline && remembered.listing,
    LISTING_REACTIVATED: m1 && wasOffline && remembered.listing,
    PRICE_CHANGED: stayed && before.listing.price !== after.listing.price,
    ANY_ATTRIBUTE_CHANGED: stayed && WATCHED.some((read) => said(read(before.listing)) !== said(read(after.listing))),
    OUT_OF_CRITERIA: m0 && after.online && !m1,
    LISTING_EXPIRED: m0 && !after.online,
  };
  return (Object.keys(holds) as AlertEventType[]).filter((type) => holds[type]);
}

/** Which of these events the rules send; the second reading of the contract's paragraph on rules. */
export function expectNotifiedEvents(
  config: NotificationConfig | null,
  events: readonly AlertEventType[],
  { before, after }: CommittedChange,
): AlertEventType[] {
  const notified = events.filter((type) => {
    if (config === null) return type === 'NEW_MATCH';
    const rule = config.rules.find(({ eventType }) => eventType === type);
    if (rule === undefined || !rule.enabled) return false;
    const {
      thresholdPercentage: atLeast,
      thresholdMinPercentage: from,
      thresholdMaxPercentage: to,
      thresholdDirection: direction,
    } = rule;
    if ([atLeast, from, to, direction].every((part) => part === undefined)) return true;
    const old = before?.listing.price;
    const now = after.listing.price;
    if (old === undefined || old === 0 || now === undefined) return false;
    if (direction !== undefined && (direction === 'INCREASE') !== now > old) return false;
    const percent = Number(((Math.abs(now - old) / old) * 100).toFixed(9));
    return percent >= (atLeast ?? from ?? 0) && percent <= (to ?? Number.POSITIVE_INFINITY);
  });
  return notified.filter((type) => type !== 'ANY_ATTRIBUTE_CHANGED' || !notified.includes('PRICE_CHANGED'));
}

const WATCHED: readonly ((listing: Listing) => unknown)[] = [
  ({ price }) => price,
  ({ area }) => area,
  ({ title }) => title,
  ({ description }) => description,
  ({ features }) => features,
  ({ rooms }) => rooms,
  ({ bedrooms }) => bedrooms,
  ({ pictures }) => pictures,
  // What ingest found out of the place is no change of the listing.
  ({
    location: {
      lat,
      lng,
      accuracy,
      postalCode,
      cityId,
      districtId,
      neighborhoodId,
      cityName,
      districtName,
      neighborhoodName,
    } = {},
  }) => ({
    lat,
    lng,
    accuracy,
    postalCode,
    cityId,
    districtId,
    neighborhoodId,
    cityName,
    districtName,
    neighborhoodName,
  }),
];

/**
 * The same text for the same content, whatever the order of members; nothing said is nothing said, be it absent or
 * empty.
 */
function said(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.length === 0 ? '' : JSON.stringify(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}
