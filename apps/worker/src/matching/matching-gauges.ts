import { Injectable } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { countDeadLetters } from '@gable/persistence/alerts';
import { ChangeStore } from '@gable/persistence/listings';
import { Gauge, Registry } from '@gable/runtime';
import { MatchingStage } from './matching-stage.js';

/** Figures of the matching that are read when somebody asks for them. */
@Injectable()
export class MatchingGauges {
  constructor(registry: Registry, database: Database, changes: ChangeStore, stage: MatchingStage) {
    const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
      new Gauge({
        name: `gable_matching_${name}`,
        help,
        registers: [registry],
        async collect() {
          this.set(await read());
        },
      });
    gauge(
      'oldest_change_age_seconds',
      'How long the oldest change waits that some shard has not passed; 0 where none does.',
      () => changes.oldestWaitingSeconds(),
    );
    gauge('dead_letters', 'Changes and alerts set aside.', () => countDeadLetters(database));
    gauge('alerts_loaded', 'Alerts in memory.', () => stage.figures.alerts);
    gauge('shards_held', 'Virtual shards of alerts that this worker owns.', () => stage.figures.shards);
    gauge('index_bytes', 'Memory of the index of alerts.', () => stage.figures.bytes);
  }
}
