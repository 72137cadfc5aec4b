import { firstAttempt } from '@gable/domain/delivery';
import { queueAttempts, type NewAttempt } from '@gable/persistence/delivery';
import type { Queryable } from '@gable/persistence';

/** Queues the first attempts of deliveries to where their alerts send now, as a step of matching does. */
export async function queueFirstAttempts(
  queryable: Queryable,
  attempts: readonly Pick<NewAttempt, 'id' | 'alertId' | 'eventId' | 'deliveryId'>[],
  at: Date,
): Promise<void> {
  const alertIds = attempts.map(({ alertId }) => alertId);
  const targets = new Map(
    (await queryable.query<Target>(READ_TARGETS, [alertIds])).map((target) => [target.alertId, target]),
  );
  await queueAttempts(
    queryable,
    attempts.map((attempt) => ({
      ...targets.get(attempt.alertId)!,
      ...firstAttempt(at.getTime()),
      ...attempt,
      writtenAt: at.getTime(),
    })),
  );
}

type Target = Pick<NewAttempt, 'alertId' | 'accountId' | 'destinationId' | 'endpointId' | 'channel' | 'address'>;

const READ_TARGETS = `
  select alert.id as "alertId", alert.account_id as "accountId", destination.id as "destinationId",
    destination.endpoint_id as "endpointId", destination.channel, destination.address
  from alert join event_destination destination on destination.id = alert.destination_id
  where alert.id = any($1::uuid[])`;
