import { deliveryOrigin, endpointKey } from '@gable/domain/delivery';
import type { Destination } from '@gable/domain/alert';
import type { Queryable } from '../database/database.js';
import { newId } from '../database/new-id.js';
import { askToConfirm } from './ask-to-confirm.js';
import { reopenEndpoint } from './endpoint-rows.js';
import {
  FIND_DESTINATION,
  INSERT_DESTINATION,
  INSERT_ENDPOINT,
  SUBSCRIBE_AGAIN,
} from './statements/write-destinations.js';
import { INSERT_ORIGIN } from './statements/write-origins.js';

/** A destination of an account, and the endpoint that its queue and its breaker belong to. */
export interface StoredDestination {
  readonly id: string;
  readonly endpointId: number;
}

/** The account's destination of this channel and address; written, with its endpoint, where it is new. */
export async function ensureDestination(
  queryable: Queryable,
  accountId: string,
  { channel, address }: Destination,
  now: Date,
): Promise<StoredDestination> {
  const [found] = await queryable.query<StoredDestination>(FIND_DESTINATION, [accountId, channel, address]);
  if (found !== undefined) return found;
  const key = endpointKey(channel, address);
  const origin = deliveryOrigin(channel, address);
  if (origin !== null) await queryable.query(INSERT_ORIGIN, [accountId, origin]);
  await queryable.query(INSERT_ENDPOINT, [accountId, channel, key, origin]);
  const [written] = await queryable.query<StoredDestination>(INSERT_DESTINATION, [
    newId(now),
    accountId,
    channel,
    address,
    key,
    now,
  ]);
  return written!;
}

/**
 * Somebody gives a destination to an alert, or tests it: it is tried anew, and a mail address that has to confirm is
 * asked.
 */
export async function welcomeDestination(queryable: Queryable, endpointId: number, now: Date): Promise<void> {
  await reopenEndpoint(queryable, endpointId, now);
  await askToConfirm(queryable, [endpointId], now);
}

/** An alert that gets another destination is wanted again, whoever stopped its mails before. */
export async function subscribeAgain(queryable: Queryable, alertId: string): Promise<void> {
  await queryable.query(SUBSCRIBE_AGAIN, [alertId]);
}
