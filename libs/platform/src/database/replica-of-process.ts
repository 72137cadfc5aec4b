import { openDatabase, openReplicaPool, ReplicaWatch, type ReadElsewhere } from '@gable/persistence';
import type { Config } from '@gable/runtime';

type ReplicaSettings = NonNullable<Config['databaseReplica']>;
type OnRead = (from: 'replica' | 'primary', because?: ReadElsewhere) => void;

/** The standby of the settings: how far it is behind, watched over connections of its own, and who reads it. */
export class ReplicaOfProcess {
  private listener: OnRead = () => {};
  private started = false;

  private constructor(
    readonly url: string,
    readonly watch: ReplicaWatch,
    private readonly closeConnections: () => Promise<unknown>,
  ) {}

  static async open(primaryUrl: string, { url, maxLagMs }: ReplicaSettings): Promise<ReplicaOfProcess> {
    const options = { poolSize: 1, applicationName: 'gable replica watch' };
    const primary = await openDatabase(primaryUrl, options);
    const replica = openReplicaPool(url, options);
    const watch = new ReplicaWatch(primary, replica, { maxLagMs });
    return new ReplicaOfProcess(url, watch, () => Promise.all([primary.close(), replica.close()]));
  }

  /** Begins to watch; not before the schema of the primary is that of this release, which the standby then gets. */
  start(): void {
    if (!this.started) this.watch.start();
    this.started = true;
  }

  readonly onRead: OnRead = (from, because) => this.listener(from, because);

  /** From now on hears who reads where. */
  listen(listener: OnRead): void {
    this.listener = listener;
  }

  async close(): Promise<void> {
    this.watch.stop();
    await this.closeConnections();
  }
}
