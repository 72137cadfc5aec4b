import { oraclePlaces, type OracleDivision, type StatedPlace } from './oracle-places.js';

/** A line of a feed as it stands there: what the oracle reads of it. */
interface Line {
  readonly source: { readonly domain: string };
  readonly externalId: string;
  readonly observedAt: string;
  readonly status: string;
  readonly transactionType: string;
  readonly propertyType: string;
  readonly price?: number;
  readonly currency?: string;
  readonly pricing?: { readonly agencyFees?: number; readonly feesIncluded?: boolean };
  readonly area?: number;
  readonly areas?: { readonly indoor?: number };
  readonly rooms?: number;
  readonly bedrooms?: number;
  readonly transactionStatus?: string;
  readonly saleType?: string;
  readonly mandateType?: string;
  readonly condition?: string;
  readonly energy?: {
    readonly dpe?: string;
    readonly ghg?: string;
    readonly heatingSystem?: string;
    readonly energyCarrier?: string;
  };
  readonly publisher?: { readonly type?: string };
  readonly location?: StatedPlace & { readonly accuracy?: string };
}

/**
 * What happened to a listing, with everything that analytics may ask: column names and words as in SPEC 4.1; null = not
 * stated.
 */
export interface ReplayedEvent {
  readonly at: number;
  readonly [column: string]: string | number | null;
}

/**
 * Replays market events from the lines of feeds in the order they are read. Follows docs/feed.md and docs/analytics.md
 * alone and shares nothing with ingest. A listing that states something new is UPDATED, one that comes back is
 * REACTIVATED, one that leaves is EXPIRED with what it said last. `source_id` is the source's domain.
 */
export function replayMarket(divisionLines: readonly string[], feedLines: readonly string[]): ReplayedEvent[] {
  const places = oraclePlaces(divisionLines.map((line) => JSON.parse(line) as OracleDivision));
  const known = new Map<
    string,
    { state: Line; said: string; online: boolean; seenAt: number; eventAt: number; firstAt: number }
  >();
  const events: ReplayedEvent[] = [];
  for (const text of feedLines) {
    const line = JSON.parse(text) as Line;
    const key = `${line.source.domain} ${line.externalId}`;
    const before = known.get(key);
    const at = Date.parse(line.observedAt);
    const online = line.status === 'ONLINE';
    const said = online ? content(line) : (before?.said ?? '');
    if (!before && !online) continue;
    if (before && at <= before.seenAt) continue;
    if (before && before.online === online && before.said === said) {
      before.seenAt = at;
      continue;
    }
    const state = online ? line : before!.state;
    const type = !before ? 'CREATED' : !online ? 'EXPIRED' : before.online ? 'UPDATED' : 'REACTIVATED';
    events.push({
      at,
      event_type: type,
      days_between_events: before ? (at - before.eventAt) / 86_400_000 : null,
      days_since_first_seen: before ? (at - before.firstAt) / 86_400_000 : 0,
      ...attributes(state),
      ...places(state.location),
    });
    known.set(key, { state, said, online, seenAt: at, eventAt: at, firstAt: before?.firstAt ?? at });
  }
  return events;
}

function attributes(state: Line): Record<string, string | number | null> {
  const { price, area, pricing, energy } = state;
  const fees = pricing?.feesIncluded === true ? (pricing.agencyFees ?? 0) : 0;
  return {
    source_id: state.source.domain,
    transaction_type: state.transactionType,
    property_type: state.propertyType,
    transaction_status: state.transactionStatus ?? null,
    sale_type: state.saleType ?? null,
    mandate_type: state.mandateType ?? null,
    condition: state.condition ?? null,
    dpe_energy_rating: energy?.dpe ?? null,
    dpe_ghg_rating: energy?.ghg ?? null,
    heating_system: energy?.heatingSystem ?? null,
    energy_carrier: energy?.energyCarrier ?? null,
    publisher_type: state.publisher?.type ?? null,
    location_accuracy: state.location?.accuracy ?? null,
    lat: state.location?.lat ?? null,
    lng: state.location?.lng ?? null,
    price: price === undefined ? null : price - fees,
    price_displayed: price ?? null,
    price_currency: state.currency ?? null,
    price_per_sqm: price === undefined || area === undefined || area === 0 ? null : price / area,
    area: state.areas?.indoor ?? area ?? null,
    area_displayed: area ?? null,
    rooms: state.rooms ?? null,
    bedrooms: state.bedrooms ?? null,
  };
}

/** What the listing says. Feeds write the members of their lines in one order. */
function content({ source: _source, externalId: _id, observedAt: _at, status: _status, ...said }: Line): string {
  return JSON.stringify(said);
}
