import { ChangeStore } from '@gable/persistence/listings';
import { countDeadLetters } from '@gable/persistence/alerts';
import type { Database } from '@gable/persistence';
import { Counter, Gauge, Histogram, type Logger, type Registry } from '@gable/runtime';
import type { MatchingListener, MatchingStage } from './matching-stage.js';

/** Logs what an operator should know of the matching, and counts the rest. */
export function matchingMetrics(registry: Registry, log: Logger): MatchingListener {
  const registers = [registry];
  const changes = new Counter({ name: 'gable_matching_changes_total', help: 'Changes walked.', registers });
  const events = new Counter({
    name: 'gable_matching_events_total',
    help: 'Events recorded, by type.',
    labelNames: ['type'],
    registers,
  });
  const notifications = new Counter({
    name: 'gable_matching_notifications_total',
    help: 'Notifications begun.',
    registers,
  });
  const dead = new Counter({
    name: 'gable_matching_dead_changes_total',
    help: 'Changes set aside because they could not be matched.',
    registers,
  });
  const steps = new Histogram({
    name: 'gable_matching_step_seconds',
    help: 'Time of one step of the walk.',
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const latency = new Histogram({
    name: 'gable_matching_latency_seconds',
    help: 'Time from a change in the store to its events in the store.',
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300],
    registers,
  });
  return {
    stepped(report) {
      changes.inc(report.changes);
      notifications.inc(report.notifications);
      steps.observe(report.seconds);
      for (const { change, reason } of report.dead) {
        dead.inc();
        log.error(
          { listingId: change.listingId, revisionId: change.revisionId, reason },
          'a change is set aside; gable dead list shows it',
        );
      }
      let last;
      for (const { type, change } of report.events) {
        events.inc({ type });
        if (change !== last) latency.observe(Math.max(0, report.committedAt - change.createdAt.getTime()) / 1_000);
        last = change;
      }
    },
    loaded: (shards, alerts, seconds) =>
      log.info({ shards, alerts, seconds: Math.round(seconds * 10) / 10 }, 'alerts are loaded'),
    begunAnew: (reason) => log.warn({ reason }, 'matching begins anew'),
  };
}

/** Figures that are read when somebody asks for them. */
export function observeMatching(registry: Registry, database: Database, stage: MatchingStage): void {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name: `gable_matching_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  const changes = new ChangeStore(database);
  gauge(
    'oldest_change_age_seconds',
    'How long the oldest change waits that some shard has not passed; 0 where none does.',
    () => changes.oldestWaitingSeconds(),
  );
  gauge('dead_letters', 'Changes and alerts set aside.', () => countDeadLetters(database));
  gauge('alerts_loaded', 'Alerts in memory.', () => stage.figures.alerts);
  gauge('shards_held', 'Virtual shards of alerts that this worker walks.', () => stage.figures.shards);
  gauge('index_bytes', 'Memory of the index of alerts.', () => stage.figures.bytes);
}
