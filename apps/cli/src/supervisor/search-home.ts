import { openSearchHome, type Config, type Logger } from '@gable/runtime';
import { launchOpenSearch, stopOpenSearch, type StartedOpenSearch } from '@gable/runtime/opensearch';

const LOOK_EVERY_MS = 1_000;
const INTERRUPTED_STOP_MS = 10_000;

/**
 * The OpenSearch of a running service: the operator's own, or a local one of this home, which is started again when it
 * crashes; none where PostgreSQL is searched.
 */
export class SearchHome {
  private timer: NodeJS.Timeout | undefined;
  private restarting: Promise<void> | undefined;

  private constructor(
    readonly url: string | undefined,
    private server: StartedOpenSearch | undefined,
    private readonly folder: string,
    private readonly log: Logger,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws with what to do where a local one is wanted and does not start. */
  static async open(config: Config, log: Logger, signal: AbortSignal): Promise<SearchHome> {
    const folder = openSearchHome(config.home);
    if (config.searchEngine !== 'opensearch' || config.openSearchUrl !== undefined)
      return new SearchHome(config.openSearchUrl, undefined, folder, log, signal);
    log.info('starting OpenSearch; the first time, it is downloaded, which takes a minute');
    const server = await launchOpenSearch({ home: folder }, signal).catch(async (error: Error) => {
      // Interrupted: the launcher is gone, what it started is not.
      if ((error.cause as { signal?: string }).signal || signal.aborted)
        await stopOpenSearch(folder, INTERRUPTED_STOP_MS);
      throw error;
    });
    log.info(
      { serverPid: server.pid, url: server.url, version: server.version },
      server.reused ? 'adopted the running OpenSearch' : 'started OpenSearch',
    );
    return new SearchHome(server.url, server, folder, log, signal);
  }

  /** Looks after the local server. It comes back at the same address. */
  watch(): void {
    if (this.server === undefined) return;
    this.timer = setInterval(() => {
      if (this.signal.aborted || this.restarting !== undefined || isAlive(this.server!.pid)) return;
      this.log.error('OpenSearch ended; it is started again');
      this.restarting = this.restart().finally(() => (this.restarting = undefined));
    }, LOOK_EVERY_MS);
  }

  async close(stopTimeoutMs: number): Promise<void> {
    clearInterval(this.timer);
    if (this.server === undefined) return;
    await this.restarting;
    await stopOpenSearch(this.folder, stopTimeoutMs).catch((error: unknown) => {
      this.log.error(
        { err: error, serverPid: this.server!.pid },
        'OpenSearch does not stop in time; the next start takes it over',
      );
    });
  }

  private async restart(): Promise<void> {
    try {
      this.server = await launchOpenSearch({ home: this.folder, port: Number(new URL(this.url!).port) }, this.signal);
      this.log.info({ serverPid: this.server.pid }, 'OpenSearch runs again');
    } catch (error) {
      if (!this.signal.aborted) this.log.error({ err: error }, 'OpenSearch does not start');
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // it runs as another user
  }
}
