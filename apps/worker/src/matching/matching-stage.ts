import { Inject, Injectable, Optional } from '@nestjs/common';
import { ShardsMovedOn, type OwnedShard } from '@gable/persistence/alerts';
import { Database } from '@gable/persistence';
import type { Stage } from '../pipeline/stage.js';
import { AlertCompiler } from './alert-compiler.js';
import { createAlertMatcher, type AlertMatcher } from './alert-matcher.js';
import { MatchingMetrics, type MatchingListener } from './matching-metrics.js';
import { AlertCache, AlertsOutOfDate } from './alert-cache.js';
import { ShardMembership } from './shard-membership.js';
import { ChangeConsumer } from './change-consumer.js';

/** Long work on the alerts in memory, a portion per step, so that the shards that are ready go on meanwhile. */
interface Chore {
  readonly work: AsyncGenerator<void>;
  readonly then: () => void;
}

/** Matches committed changes with the alerts of this worker's shards and writes their events. */
@Injectable()
export class MatchingStage implements Stage {
  readonly name = 'matching';
  readonly wokenBy = 'changes';
  private membership: ShardMembership | undefined;
  private consumer: ChangeConsumer | undefined;
  private alerts: AlertCache;
  /** Shards whose alerts are in memory, and those whose alerts are being read. */
  private ready: OwnedShard[] = [];
  private loading: OwnedShard[] = [];
  private chore: Chore | undefined;
  /** Alerts were loaded and are not in the order yet in which they are matched fastest. */
  private isUnsorted = false;
  private mustCheck = false;

  constructor(
    private readonly database: Database,
    @Inject(MatchingMetrics) private readonly listener: MatchingListener,
    @Optional() private readonly createMatcher: () => AlertMatcher = createAlertMatcher,
  ) {
    this.alerts = new AlertCache(database, createMatcher());
  }

  async step(): Promise<boolean> {
    try {
      const membership = await this.join();
      if (this.mustCheck) await this.checkShards(membership);
      if (this.chore === undefined) await this.balance(membership);
      await this.doChore();
      const isBusy = this.chore !== undefined || this.isUnsorted;
      if (this.ready.length === 0) return isBusy;
      return (await this.consumer!.step(this.alerts, this.ready, this.owned)) || isBusy;
    } catch (error) {
      this.mustCheck = true;
      if (error instanceof AlertsOutOfDate) this.forget(error.message);
      else if (!(error instanceof ShardsMovedOn)) throw error;
      return true;
    }
  }

  /** Hands the shards to whoever is there. */
  async leave(): Promise<void> {
    const { membership } = this;
    this.membership = undefined;
    this.dropChore();
    await this.consumer?.end();
    await membership?.leave();
  }

  /** Figures for metrics. */
  get figures(): { alerts: number; shards: number; bytes: number } {
    return { alerts: this.alerts.registry.size, shards: this.owned.length, bytes: this.alerts.matcher.stats().bytes };
  }

  private get owned(): OwnedShard[] {
    return [...this.ready, ...this.loading];
  }

  private async join(): Promise<ShardMembership> {
    if (this.membership?.isHeld()) return this.membership;
    if (this.membership !== undefined) {
      const lost = this.membership;
      this.membership = undefined;
      this.forget('Its sign of life or its registration was lost.');
      await lost.abandon();
    }
    this.membership = await ShardMembership.take(this.database);
    this.consumer = new ChangeConsumer(
      this.database,
      this.membership.workerId,
      (report) => this.listener.stepped(report),
      this.createMatcher,
    );
    this.mustCheck = false;
    return this.membership;
  }

  /** After any failure: a commit may have gone through unheard, a shard may be another worker's. */
  private async checkShards(membership: ShardMembership): Promise<void> {
    const known = new Map((await membership.owned()).map((shard) => [shard.shard, shard]));
    const isIntact =
      this.chore === undefined &&
      known.size === this.ready.length &&
      this.ready.every(({ shard, epoch }) => known.get(shard)?.epoch === epoch);
    if (isIntact) this.ready = [...known.values()];
    else {
      this.forget('Shards were lost or their alerts only half read.');
      await this.begin([...known.values()]);
    }
    this.mustCheck = false;
  }

  private async balance(membership: ShardMembership): Promise<void> {
    const { taken, givenBack } = await membership.balance(this.ready);
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
      work: this.alerts.load(shards, new AlertCompiler((error) => this.listener.compilingFailed(error))),
      then: () => {
        this.isUnsorted = true;
        this.ready.push(...shards);
        this.loading = [];
        this.listener.loaded(shards.length, this.alerts.registry.size, (performance.now() - begun) / 1_000);
      },
    };
    await this.consumer!.loadSuspects([...this.ready, ...shards]);
  }

  private async doChore(): Promise<void> {
    if (this.chore === undefined) {
      if (this.isUnsorted) this.isUnsorted = this.alerts.matcher.compact();
      return;
    }
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
    this.dropChore();
    this.isUnsorted = false;
    this.listener.begunAnew(reason);
  }

  /** Ends what the work holds: a thread. */
  private dropChore(): void {
    void this.chore?.work.return(undefined).catch(() => {});
    this.chore = undefined;
  }
}
