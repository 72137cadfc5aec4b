import { viewOfListing, type ListingView } from '@gable/domain/property';
import type { Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import { createHash, createHmac } from 'node:crypto';
import type { Queryable } from '../database/database.js';
import type { MessageEvent } from './message-store.js';
import { FIND_SUBSCRIPTION, INSERT_SUBSCRIPTIONS, READ_LISTINGS, UNSUBSCRIBE } from './statements/read-mails.js';

/** A listing as a mail shows it, with the criteria that found it. */
export interface MailListing {
  readonly listing: ListingView;
  readonly criteria: Criteria;
}

/** What mails need beside their events, and who wants no more of them. */
export class MailStore {
  /** @param tokenKey any secret of the installation: links to unsubscribe are made with it */
  constructor(
    private readonly database: Queryable,
    private readonly tokenKey: string,
  ) {}

  /** The listings of events as each event's revision has them, by event. */
  async readListings(
    events: readonly (MessageEvent & { readonly alertId: string })[],
  ): Promise<Map<string, MailListing>> {
    if (events.length === 0) return new Map();
    const rows = await this.database.query<ListingRow>(READ_LISTINGS, [
      events.map(({ id }) => id),
      events.map(({ listingId }) => listingId),
      events.map(({ alertId }) => alertId),
      events.map(({ criteriaVersion }) => criteriaVersion),
      events.map(({ listing }) => listing.location?.cityId ?? null),
      events.map(({ listing }) => listing.location?.districtId ?? null),
      events.map(({ listing }) => listing.location?.neighborhoodId ?? null),
    ]);
    const states = new Map<string, Listing>(events.map(({ id, listing }) => [id, listing]));
    return new Map(
      rows.map((row) => [row.event_id, { criteria: row.criteria, listing: viewOf(row, states.get(row.event_id)!) }]),
    );
  }

  /**
   * The tokens in the links that stop mails of these alerts to these addresses, in the same order; always the same for
   * the same two. Only their digests are stored.
   */
  async tokensFor(mails: readonly { readonly alertId: string; readonly address: string }[]): Promise<string[]> {
    const tokens = mails.map(({ alertId, address }) => this.tokenOf(alertId, address.toLowerCase()));
    await this.database.query(INSERT_SUBSCRIPTIONS, [
      tokens.map(digestOf),
      mails.map(({ alertId }) => alertId),
      mails.map(({ address }) => address.toLowerCase()),
    ]);
    return tokens;
  }

  /** 16 bytes: nobody guesses one among the few that exist. */
  private tokenOf(alertId: string, address: string): string {
    return createHmac('sha256', this.tokenKey)
      .update(`unsubscribe\n${alertId}\n${address}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url');
  }
}

/** The recipient's side of mails: whoever has the link may stop them. */
export class MailSubscriptionStore {
  constructor(private readonly database: Queryable) {}

  /** The alert that the link belongs to and whether its mails are stopped already; null for a token that is none. */
  async find(token: string): Promise<{ alertName: string; isUnsubscribed: boolean } | null> {
    const [row] = await this.database.query<{ alertName: string; isUnsubscribed: boolean }>(FIND_SUBSCRIPTION, [
      digestOf(token),
    ]);
    return row ?? null;
  }

  /**
   * Stops the mails of one alert to one address, those that wait too; false for a token that is none. Doing it again
   * changes nothing.
   */
  async unsubscribe(token: string, now: Date): Promise<boolean> {
    return (await this.database.query(UNSUBSCRIBE, [digestOf(token), now])).length > 0;
  }
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

interface ListingRow {
  event_id: string;
  id: string;
  created_at: Date;
  updated_at: Date;
  source_name: string;
  city_name: string | null;
  district_name: string | null;
  neighborhood_name: string | null;
  criteria: Criteria;
}

function viewOf(row: ListingRow, listing: Listing): ListingView {
  return viewOfListing({
    id: row.id,
    listing,
    sourceName: row.source_name,
    cityName: row.city_name,
    districtName: row.district_name,
    neighborhoodName: row.neighborhood_name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  });
}
