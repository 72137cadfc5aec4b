import { Inject, Injectable } from '@nestjs/common';
import { RETAINED_TABLES, type RetentionStep } from '@gable/persistence/retention';
import { CONFIG } from '@gable/platform';
import { Counter, Gauge, Registry, type Config } from '@gable/runtime';
import type { RetentionListener } from './retention-passes.js';

/** Counts what goes by its age, and shows how far behind that is. */
@Injectable()
export class RetentionMetrics implements RetentionListener {
  private readonly removed: Counter;
  private readonly waiting: Gauge;
  private endedAt = performance.now();

  constructor(registry: Registry, @Inject(CONFIG) { retention }: Pick<Config, 'retention'>) {
    const registers = [registry];
    this.removed = new Counter({
      name: 'gable_retention_removed_rows_total',
      help: 'Rows that were kept long enough and removed.',
      labelNames: ['table'],
      registers,
    });
    for (const table of RETAINED_TABLES) this.removed.inc({ table }, 0);
    this.waiting = new Gauge({
      name: 'gable_retention_waiting_rows',
      help: 'Rows that are old enough and that the last pass left with something that waits to be sent or is younger.',
      registers,
    });
    if (Object.values(retention).every((ms) => ms === null)) return;
    const sinceEnd = () => (performance.now() - this.endedAt) / 1_000;
    new Gauge({
      name: 'gable_retention_backlog_seconds',
      help: 'Since a pass of this process removed all that was due, or since its start. There is a pass a day.',
      registers,
      collect() {
        this.set(sinceEnd());
      },
    });
  }

  stepped({ removed, ended }: RetentionStep): void {
    for (const table of RETAINED_TABLES) this.removed.inc({ table }, removed[table] ?? 0);
    if (ended === null) return;
    this.endedAt = performance.now();
    this.waiting.set(ended.waiting);
  }
}
