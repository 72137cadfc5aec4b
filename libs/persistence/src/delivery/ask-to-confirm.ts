import { randomUUID } from 'node:crypto';
import { nextConfirmation, type ConfirmationRequest } from '@gable/domain/delivery';
import type { Queryable } from '../database/database.js';
import { ASK_TO_CONFIRM, READ_REQUESTS } from './statements/confirm-addresses.js';

/** Asks the addresses of these endpoints that have to confirm, as often as `nextConfirmation` allows. */
export async function askToConfirm(queryable: Queryable, endpointIds: readonly number[], now: Date): Promise<void> {
  await ask(queryable, await readRequests(queryable, endpointIds), now);
}

/** Asks those of them that were never asked: their alerts are older than the requirement. */
export async function askFirstTime(queryable: Queryable, endpointIds: readonly number[], now: Date): Promise<void> {
  const requests = await readRequests(queryable, endpointIds);
  await ask(
    queryable,
    requests.filter(({ asked }) => asked === null),
    now,
  );
}

interface EndpointRequest {
  endpointId: number;
  asked: ConfirmationRequest | null;
}

async function readRequests(queryable: Queryable, endpointIds: readonly number[]): Promise<EndpointRequest[]> {
  const rows = await queryable.query<{ endpointId: number; mails: number | null; againAt: Date | null }>(
    READ_REQUESTS,
    [endpointIds],
  );
  return rows.map(({ endpointId, mails, againAt }) => ({
    endpointId,
    asked: mails === null ? null : { mails, againAt: againAt!.getTime() },
  }));
}

async function ask(queryable: Queryable, requests: readonly EndpointRequest[], now: Date): Promise<void> {
  const next = requests.flatMap(({ endpointId, asked }) => {
    const request = nextConfirmation(asked, now.getTime());
    return request === null ? [] : [{ endpointId, ...request }];
  });
  if (next.length === 0) return;
  await queryable.query(ASK_TO_CONFIRM, [
    next.map(({ endpointId }) => endpointId),
    next.map(() => randomUUID()),
    next.map(({ mails }) => mails),
    next.map(({ againAt }) => new Date(againAt)),
    now,
  ]);
}
