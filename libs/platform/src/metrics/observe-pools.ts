import type { PoolFigures } from '@gable/persistence';
import { Gauge, type Registry } from '@gable/runtime';
import type { DatabaseServer } from '../database/database-server.js';

/** The pools of connections of this process, by the name that PostgreSQL shows. */
export function observePools(registry: Registry, server: Pick<DatabaseServer, 'poolFigures'>): void {
  const gauge = (name: string, help: string, of: (figures: PoolFigures) => number) =>
    new Gauge({
      name: `gable_database_pool_${name}`,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const figures of server.poolFigures()) this.set({ pool: figures.applicationName }, of(figures));
      },
    });
  gauge('size', 'Connections that the pool may open.', ({ size }) => size);
  gauge('in_use', 'Connections of the pool that work for somebody.', ({ inUse }) => inUse);
  gauge('idle', 'Open connections of the pool that are free.', ({ idle }) => idle);
  gauge('waiting', 'Who waits for a connection of the pool.', ({ waiting }) => waiting);
}
