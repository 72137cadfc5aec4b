import { DESTINATION_CHANNELS } from '@gable/domain/alert';
import { DeliveryPauseStore, DeliveryFiguresStore, type DeliveryFigures } from '@gable/persistence/delivery';
import type { Database } from '@gable/persistence';
import { beginAtZero, Counter, Gauge, Histogram, sharedRead, type Logger, type Registry } from '@gable/runtime';
import type { DeliveryListener } from './delivery-parts.js';

/** Counts deliveries and logs what an operator should know of them. */
export function deliveryMetrics(registry: Registry, log: Logger): DeliveryListener {
  const registers = [registry];
  const attempts = new Counter({
    name: 'gable_delivery_attempts_total',
    help: 'Attempts written down, by channel and outcome.',
    labelNames: ['channel', 'outcome'],
    registers,
  });
  const dead = new Counter({
    name: 'gable_delivery_dead_total',
    help: 'Deliveries that failed for good, by channel and cause.',
    labelNames: ['channel', 'cause'],
    registers,
  });
  beginAtZero(attempts, { channel: DESTINATION_CHANNELS, outcome: [...Object.values(OUTCOMES), 'skipped'] });
  beginAtZero(dead, { channel: DESTINATION_CHANNELS, cause: ['schedule-ran-out', 'refused'] });
  beginAtZero(dead, { channel: ['any'], cause: ['destination-given-up'] });
  const stale = new Counter({
    name: 'gable_delivery_stale_results_total',
    help: 'Results that came after their lease was taken over; nothing was changed.',
    registers,
  });
  const latency = new Histogram({
    name: 'gable_delivery_first_attempt_seconds',
    help: 'Time from an event in the store to its first attempt; of a gathered mail, from the time it was due.',
    labelNames: ['channel'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 1_800],
    registers,
  });
  return {
    began: ({ channel }, latencyMs) => {
      if (latencyMs !== undefined) latency.observe({ channel }, Math.max(0, latencyMs) / 1_000);
    },
    written(finished) {
      stale.inc(finished.stale.length);
      for (const {
        result: {
          delivery: { channel },
          outcome,
        },
        settlement,
      } of finished.applied) {
        attempts.inc({
          channel,
          outcome: settlement === null ? (outcome.kind === 'skip' ? 'skipped' : 'put-back') : OUTCOMES[settlement.kind],
        });
        if (settlement?.kind === 'DEAD')
          dead.inc({ channel, cause: settlement.scheduleRanOut ? 'schedule-ran-out' : 'refused' });
      }
    },
    ended: (count) => {
      dead.inc({ channel: 'any', cause: 'destination-given-up' }, count);
      log.warn({ deliveries: count }, 'deliveries ended because their destination was given up');
    },
    broken: ({ id, alertId }, error) =>
      log.error({ deliveryId: id, alertId, err: error }, 'a delivery could not be put together'),
    failedToWrite: (error, waiting) =>
      log.error(
        { err: error, results: waiting },
        'results of deliveries could not be written; they are kept and written later',
      ),
  };
}

const OUTCOMES = { DELIVERED: 'delivered', DEAD: 'dead', AGAIN: 'failed', PUT_BACK: 'put-back' } as const;

/** Figures that are read when somebody asks for them, all with one statement. */
export function observeDelivery(registry: Registry, database: Database): void {
  const store = new DeliveryFiguresStore(database);
  const figures = sharedRead(async () => store.read(await database.now()));
  const gauge = (name: string, help: string, value: (figures: DeliveryFigures) => number) =>
    new Gauge({
      name: `gable_delivery_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(value(await figures()));
      },
    });
  gauge('waiting', 'Deliveries that have not ended.', ({ waiting }) => waiting);
  gauge(
    'oldest_pending_seconds',
    'How long the longest waiting delivery is overdue; those behind an open breaker do not count.',
    ({ oldestDueMs }) => oldestDueMs / 1_000,
  );
  gauge('open_breakers', 'Destinations that fail and are only probed.', ({ openBreakers }) => openBreakers);
  gauge(
    'unconfirmed_addresses',
    'Mail addresses with something waiting until they confirm.',
    ({ unconfirmed }) => unconfirmed,
  );
  gauge(
    'limited_addresses',
    'Mail addresses with something due that got as many mails as they may for now (ADDRESS_MAILS_PER_DAY).',
    ({ limitedAddresses }) => limitedAddresses,
  );
  const pauses = new DeliveryPauseStore(database);
  new Gauge({
    name: 'gable_delivery_paused',
    help: '1 while an operator holds deliveries back, else 0.',
    registers: [registry],
    async collect() {
      this.set((await pauses.read()) === null ? 0 : 1);
    },
  });
  gauge('switched_off_destinations', 'Destinations that were given up.', ({ switchedOff }) => switchedOff);
}
