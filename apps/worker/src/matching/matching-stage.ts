import { AlertsMovedOn, ShardsMovedOn, type OwnedShard } from '@gable/persistence/alerts';
import type { Database } from '@gable/persistence';
import type { Stage } from '../stage.js';
import type { AlertMatcher } from './alert-matcher.js';
import { AlertsOutOfDate, AlertCache } from './alert-cache.js';
import { ShardMembership } from './shard-membership.js';
import { ChangeConsumer, type StepReport } from './change-consumer.js';

/** What the stage tells of itself; for logs and metrics. */
export interface MatchingListener {
  stepped(report: StepReport): void;
  /** All alerts of newly taken shards are in memory. */
  loaded(shards: number, alerts: number, seconds: number): void;
  /** What this worker remembers is void: it begins anew. */
  begunAnew(reason: string): void;
}

/** Long work on the alerts in memory, a portion per step, so that the shards that are ready go on meanwhile. */
interface Chore {
  readonly work: AsyncGenerator<void>;
  readonly then: () => void;
}

/** Matches committed changes with the alerts of this worker's shards and writes their events. */
export class MatchingStage implements Stage {
  readonly name = 'matching';
  private seat: ShardMembership | undefined;
  private walk: ChangeConsumer | undefined;
  private alerts: AlertCache;
  /** Shards whose alerts are in memory, and those whose alerts are being read. */
  private ready: OwnedShard[] = [];
  private loading: OwnedShard[] = [];
  private chore: Chore | undefined;
  private mustLook = false;

  constructor(
    private readonly database: Database,
    private readonly createMatcher: () => AlertMatcher,
    private readonly listener: MatchingListener,
  ) {
    this.alerts = new AlertCache(database, createMatcher());
  }

  async step(): Promise<boolean> {
    try {
      const seat = await this.takeSeat();
      if (this.mustLook) await this.lookAgain(seat);
      if (this.chore === undefined) await this.balance(seat);
      await this.doChore();
      if (this.ready.length === 0) return this.chore !== undefined;
      return (await this.walk!.step(this.alerts, this.ready, this.held)) || this.chore !== undefined;
    } catch (error) {
      if (error instanceof AlertsMovedOn) return true; // read again and matched again
      this.mustLook = true;
      if (error instanceof AlertsOutOfDate) this.forget(error.message);
      else if (!(error instanceof ShardsMovedOn)) throw error;
      return true;
    }
  }

  /** Hands the shards to whoever is there. */
  async leave(): Promise<void> {
    const { seat } = this;
    this.seat = undefined;
    await seat?.leave();
  }

  /** Figures for metrics. */
  get figures(): { alerts: number; shards: number; bytes: number } {
    return { alerts: this.alerts.roster.size, shards: this.held.length, bytes: this.alerts.matcher.stats().bytes };
  }

  private get held(): OwnedShard[] {
    return [...this.ready, ...this.loading];
  }

  private async takeSeat(): Promise<ShardMembership> {
    if (this.seat?.isHeld()) return this.seat;
    if (this.seat !== undefined) {
      const lost = this.seat;
      this.seat = undefined;
      this.forget('The connection that is its sign of life was lost.');
      await lost.abandon();
    }
    this.seat = await ShardMembership.take(this.database);
    this.walk = new ChangeConsumer(this.database, this.seat.workerId, (report) => this.listener.stepped(report));
    this.mustLook = false;
    return this.seat;
  }

  /** After any failure: a commit may have gone through unheard, a shard may be another worker's. */
  private async lookAgain(seat: ShardMembership): Promise<void> {
    const known = new Map((await seat.held()).map((shard) => [shard.shard, shard]));
    const isIntact =
      this.chore === undefined &&
      known.size === this.ready.length &&
      this.ready.every(({ shard, epoch }) => known.get(shard)?.epoch === epoch);
    if (isIntact) this.ready = [...known.values()];
    else {
      this.forget('Shards were lost or their alerts only half read.');
      await this.begin([...known.values()]);
    }
    this.mustLook = false;
  }

  private async balance(seat: ShardMembership): Promise<void> {
    const { taken, givenBack } = await seat.balance(this.ready);
    if (taken.length > 0) await this.begin(taken);
    if (givenBack.length === 0) return;
    const gone = new Set(givenBack);
    this.ready = this.ready.filter((shard) => !gone.has(shard));
    this.chore = { work: this.alerts.unload(givenBack), then: () => {} };
  }

  private async begin(shards: OwnedShard[]): Promise<void> {
    if (shards.length === 0) return;
    const begun = performance.now();
    this.loading = shards;
    this.chore = {
      work: this.alerts.load(shards),
      then: () => {
        this.ready.push(...shards);
        this.loading = [];
        this.listener.loaded(shards.length, this.alerts.roster.size, (performance.now() - begun) / 1_000);
      },
    };
    await this.walk!.heed([...this.ready, ...shards]);
  }

  private async doChore(): Promise<void> {
    if (this.chore === undefined) return;
    const { done } = await this.chore.work.next();
    if (!done) return;
    const { then } = this.chore;
    this.chore = undefined;
    then();
  }

  private forget(reason: string): void {
    this.alerts = new AlertCache(this.database, this.createMatcher());
    this.ready = [];
    this.loading = [];
    this.chore = undefined;
    this.listener.begunAnew(reason);
  }
}
