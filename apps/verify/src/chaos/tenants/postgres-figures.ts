import type { Database } from '@gable/persistence';
import { ProcessFigures, statOf } from './process-figures.js';

/** What the processes of a PostgreSQL on this machine used, by the application that they work for. */
export class PostgresFigures {
  /** Of all, those that came and went between two looks too. */
  cpuSeconds = 0;
  private readonly figures = new Map<string, ProcessFigures>();

  constructor(private readonly database: Database) {}

  get byApplication(): Record<string, number> {
    return Object.fromEntries([...this.figures].map(([name, { cpuSeconds }]) => [name, cpuSeconds]));
  }

  async look(): Promise<void> {
    const rows = await this.database.query<{ pid: number; name: string }>(
      `select pid, coalesce(nullif(application_name, ''), backend_type) as name from pg_stat_activity`,
    );
    for (const { pid, name } of rows) this.figuresOf(name).look(pid);
    try {
      const stats = rows.map(({ pid }) => statOf(pid));
      const server = statOf(stats[0]!.parent);
      const living = stats.reduce((sum, { seconds }) => sum + seconds, 0);
      this.cpuSeconds = Math.max(this.cpuSeconds, server.seconds + server.endedSeconds + living);
    } catch {
      // one has ended meanwhile: the next look counts it
    }
  }

  private figuresOf(name: string): ProcessFigures {
    const known = this.figures.get(name) ?? new ProcessFigures();
    this.figures.set(name, known);
    return known;
  }
}
