import fs from 'node:fs';
import path from 'node:path';
import { checkRecords, committedChanges, recordedEvents, recordedNotifications } from '@gable/testing';
import { checkArrivals } from '../delivery/check-arrivals.js';
import { recordedDeliveries } from '../delivery/recorded-deliveries.js';
import type { LoadedService } from './loaded-service.js';

/** What a service under load did, and what is wrong with it; every list has to be empty. */
export interface ServiceOutcome {
  readonly done: Readonly<Record<string, number>>;
  readonly findings: Readonly<Record<string, readonly string[]>>;
}

/** Compares what was sent, stored, recorded and received. Nothing may run any more. */
export async function judgeService(service: LoadedService, began: number): Promise<ServiceOutcome> {
  const { installation, receivers, alerts, steadyAlerts, erased, inFlight, expected } = service;
  const { database } = installation;
  const gone = [...erased.keys()];
  // Nobody can tell any more what these changes had to come to: their states are gone.
  await database.query('delete from kept_change where listing_id = any($1)', [gone]);
  const changes = await committedChanges(database);
  const events = await recordedEvents(database);
  const records = checkRecords(alerts.timelines, changes, events, await recordedNotifications(database));
  const due = await recordedDeliveries(database, steadyAlerts);
  const arrivals = receivers.arrivals.filter(({ listingId }) => !erased.has(listingId));
  const { findings: sent, duplicates } = checkArrivals(due, arrivals, inFlight);
  const stored = await expected.differences(database, new Set([...erased.values()].map(({ key }) => key)));
  const left = await database.query<{ line: string }>(
    `select 'listing ' || id as line from listing where id = any($1)
     union all select 'event of listing ' || listing_id from alert_event where listing_id = any($1)`,
    [gone],
  );
  const failed = path.join(service.feeds, 'failed');
  return {
    done: {
      kills: service.kills,
      answers: service.answers,
      changes: changes.length,
      events: events.length,
      deliveries: due.length,
      arrivals: receivers.arrivals.length,
      duplicatesInFlight: duplicates,
      ...(erased.size > 0 && { erased: erased.size }),
      seconds: Math.round((performance.now() - began) / 1_000),
    },
    findings: {
      lost: [...records.lost, ...sent.lost, ...stored.lost],
      doubled: [...records.doubled, ...sent.doubledWithoutCause],
      madeUp: [...records.phantom, ...sent.madeUp, ...stored.madeUp],
      sentAfterErasure: receivers.arrivals
        .filter(({ listingId, at }) => at > (erased.get(listingId)?.at ?? Infinity))
        .map(({ listingId, eventId }) => `event ${eventId} of listing ${listingId}`),
      leftAfterErasure: left.map(({ line }) => line),
      misrecorded: [...records.withoutNotification, ...records.withoutEvent, ...sent.misrecorded],
      notVerified: [...sent.notVerified, ...sent.changedBytes],
      serverErrors: service.serverErrors,
      failedFiles: fs.existsSync(failed) ? fs.readdirSync(failed) : [],
    },
  };
}
