import { Inject, Injectable } from '@nestjs/common';
import { LOG } from '@gable/platform';
import { ALERT_EVENT_TYPES } from '@gable/domain/alert';
import { beginAtZero, Counter, Histogram, Registry, type Logger } from '@gable/runtime';
import type { StepReport } from './change-consumer.js';
import { noteEvents } from './note-events.js';

/** Notified of what the matching does. */
export interface MatchingListener {
  stepped(report: StepReport): void;
  /** All alerts of newly taken shards are in memory. */
  loaded(shards: number, alerts: number, seconds: number): void;
  /** What this worker remembers is void: it begins anew. */
  begunAnew(reason: string): void;
  /** The thread that compiles alerts failed: the rest of them is loaded without it. */
  compilingFailed(error: unknown): void;
}

/** Logs what an operator should know of the matching, and counts the rest. */
@Injectable()
export class MatchingMetrics implements MatchingListener {
  private readonly changes: Counter;
  private readonly events: Counter<'type'>;
  private readonly notifications: Counter;
  private readonly dead: Counter;
  private readonly steps: Histogram;
  private readonly latency: Histogram;

  constructor(
    registry: Registry,
    @Inject(LOG) private readonly log: Pick<Logger, 'info' | 'warn' | 'error'>,
  ) {
    const registers = [registry];
    this.changes = new Counter({ name: 'gable_matching_changes_total', help: 'Changes consumed.', registers });
    this.events = new Counter({
      name: 'gable_matching_events_total',
      help: 'Events recorded, by type.',
      labelNames: ['type'],
      registers,
    });
    beginAtZero(this.events, { type: ALERT_EVENT_TYPES });
    this.notifications = new Counter({
      name: 'gable_matching_notifications_total',
      help: 'Notifications begun.',
      registers,
    });
    this.dead = new Counter({
      name: 'gable_matching_dead_changes_total',
      help: 'Changes set aside because they could not be matched.',
      registers,
    });
    this.steps = new Histogram({
      name: 'gable_matching_step_seconds',
      help: 'Time of one step of the change consumer.',
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    });
    this.latency = new Histogram({
      name: 'gable_matching_latency_seconds',
      help: 'Time from a change in the store to its events in the store.',
      buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300],
      registers,
    });
  }

  stepped(report: StepReport): void {
    const { changes, notifications, seconds, dead, events, committedAt } = report;
    noteEvents(report);
    this.changes.inc(changes);
    this.notifications.inc(notifications);
    this.steps.observe(seconds);
    for (const { change, reason } of dead) {
      this.dead.inc();
      this.log.error(
        { listingId: change.listingId, revisionId: change.revisionId, reason },
        'a change is set aside; gable dead list shows it',
      );
    }
    let last;
    for (const { type, change } of events) {
      this.events.inc({ type });
      if (change !== last) this.latency.observe(Math.max(0, committedAt - change.createdAt.getTime()) / 1_000);
      last = change;
    }
  }

  loaded(shards: number, alerts: number, seconds: number): void {
    this.log.info({ shards, alerts, seconds: Math.round(seconds * 10) / 10 }, 'alerts are loaded');
  }

  begunAnew(reason: string): void {
    this.log.warn({ reason }, 'matching begins anew');
  }

  compilingFailed(error: unknown): void {
    this.log.warn({ err: error }, 'alerts are loaded without the thread that compiles them');
  }
}
