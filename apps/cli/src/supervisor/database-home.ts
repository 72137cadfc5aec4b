import { acquirePostgres, type Config, type EmbeddedPostgres, type Logger } from '@gable/runtime';

const LOOK_EVERY_MS = 500;

/**
 * The database of a running service: the operator's own, or the embedded one, which is started again when it crashes.
 */
export class DatabaseHome {
  private timer: NodeJS.Timeout | undefined;
  private restarting: Promise<void> | undefined;

  private constructor(
    /** What processes are given. */
    public url: string,
    private readonly directUrl: string | undefined,
    private readonly postgres: EmbeddedPostgres | undefined,
    private readonly log: Logger,
  ) {}

  static async open(config: Config, log: Logger): Promise<DatabaseHome> {
    if (config.databaseUrl !== undefined)
      return new DatabaseHome(config.databaseUrl, config.databaseDirectUrl, undefined, log);
    const postgres = await acquirePostgres(config);
    for (const note of postgres.notes) log.info(note);
    log.info(
      { serverPid: postgres.pid, port: postgres.port, dataDirectory: postgres.dataDirectory },
      postgres.adopted ? 'adopted the running PostgreSQL' : 'started PostgreSQL',
    );
    return new DatabaseHome(postgres.url, undefined, postgres, log);
  }

  /** The server itself, where `url` leads to a pooler. */
  get ownUrl(): string {
    return this.directUrl ?? this.url;
  }

  /**
   * Looks after the embedded server. `onMoved` is called when it had to take another port. Once `signal` aborts
   * everything stops: a server that was asked to stop together with us waits for the API and the worker.
   */
  watch(onMoved: () => void, signal: AbortSignal): void {
    const { postgres } = this;
    if (postgres === undefined) return;
    this.timer = setInterval(() => {
      if (this.restarting !== undefined) return;
      if (!signal.aborted && postgres.endStopping())
        this.log.warn('somebody asked PostgreSQL to stop; it is started again');
      if (postgres.isRunning()) return;
      this.log.error('PostgreSQL ended; it is started again');
      this.restarting = this.restart(postgres, onMoved).finally(() => (this.restarting = undefined));
    }, LOOK_EVERY_MS);
  }

  async close(stopTimeoutMs: number): Promise<void> {
    clearInterval(this.timer);
    await this.restarting;
    await this.postgres?.release(stopTimeoutMs);
  }

  private async restart(postgres: EmbeddedPostgres, onMoved: () => void): Promise<void> {
    try {
      const url = await postgres.restart();
      this.log.info('PostgreSQL runs again');
      if (url === this.url) return;
      this.url = url;
      onMoved();
    } catch (error) {
      this.log.error({ err: error }, 'PostgreSQL does not start');
    }
  }
}
