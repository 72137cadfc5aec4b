import type { StoredCriteria } from '@gable/domain/criteria';
import { ringOf, type KeyRing } from '@gable/runtime';
import { createHash, createHmac } from 'node:crypto';
import type { Queryable } from '../database/database.js';
import type { MessageEvent } from './message-store.js';
import { FIND_SUBSCRIPTION, INSERT_SUBSCRIPTIONS, READ_CRITERIA, UNSUBSCRIBE } from './statements/read-mails.js';

/** What mails need beside their events, and who wants no more of them. */
export class MailStore {
  private readonly tokenKeys: KeyRing;

  /** @param tokenKeys any secret of the installation: links to unsubscribe are made with it */
  constructor(
    private readonly database: Queryable,
    tokenKeys: KeyRing | string,
  ) {
    this.tokenKeys = ringOf(tokenKeys);
  }

  /** The criteria that made events, by event. */
  async readCriteria(
    events: readonly (Pick<MessageEvent, 'id' | 'criteriaVersion'> & { readonly alertId: string })[],
  ): Promise<Map<string, StoredCriteria>> {
    if (events.length === 0) return new Map();
    const rows = await this.database.query<{ eventId: string; criteria: StoredCriteria }>(READ_CRITERIA, [
      events.map(({ id }) => id),
      events.map(({ alertId }) => alertId),
      events.map(({ criteriaVersion }) => criteriaVersion),
    ]);
    return new Map(rows.map(({ eventId, criteria }) => [eventId, criteria]));
  }

  /**
   * The tokens in the links that stop mails of these alerts to these addresses, in the same order; the same for the
   * same two, until the secrets are rotated; older ones stay good. Only their digests are stored.
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
    return createHmac('sha256', this.tokenKeys.active.secret)
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
