import type { NotificationConfig } from '@gable/domain/alert';
import type { LoadedAlert } from '@gable/persistence/alerts';
import { grown, UuidTable } from './uuid-table.js';

/** What a worker keeps of every loaded alert beside the index: some 50 bytes, by the number that the index uses. */
export class AlertRegistry {
  private readonly ids = new UuidTable();
  private readonly configs = new Configs();
  private shards = new Uint8Array(1_024);
  private destinations = new Uint8Array(1_024);
  private versions = new Int32Array(1_024);
  private configOf = new Int32Array(1_024);
  private xids = new Float64Array(1_024);

  get size(): number {
    return this.ids.size;
  }

  /** The number of an alert; -1 where it is not loaded. */
  find(id: string): number {
    return this.ids.find(id);
  }

  add({ id, shard, xid, criteriaVersion, notificationConfig, hasDestination }: LoadedAlert): number {
    const ref = this.ids.add(id);
    while (ref >= this.shards.length) this.grow();
    this.shards[ref] = shard;
    this.destinations[ref] = hasDestination ? 1 : 0;
    this.versions[ref] = criteriaVersion;
    this.configOf[ref] = this.configs.add(notificationConfig);
    this.xids[ref] = xid;
    return ref;
  }

  remove(ref: number): void {
    this.configs.remove(this.configOf[ref]!);
    this.ids.remove(ref);
    this.shards[ref] = NO_SHARD;
  }

  id(ref: number): string {
    return this.ids.uuidOf(ref);
  }

  shard(ref: number): number {
    return this.shards[ref]!;
  }

  xid(ref: number): number {
    return this.xids[ref]!;
  }

  criteriaVersion(ref: number): number {
    return this.versions[ref]!;
  }

  hasDestination(ref: number): boolean {
    return this.destinations[ref] === 1;
  }

  notificationConfig(ref: number): NotificationConfig | null {
    return this.configs.get(this.configOf[ref]!);
  }

  /** Alerts of these shards, in no order; those removed while it runs may be missing. */
  *of(shards: ReadonlySet<number>): Generator<number> {
    for (let ref = 0; ref < this.ids.limit; ref += 1) {
      if (shards.has(this.shards[ref]!)) yield ref;
    }
  }

  private grow(): void {
    this.shards = grown(this.shards);
    this.destinations = grown(this.destinations);
    this.versions = grown(this.versions);
    this.configOf = grown(this.configOf);
    this.xids = grown(this.xids);
  }
}

const NO_SHARD = 255;

/** Configurations, each kept once for as long as an alert has it: most alerts share a few. */
class Configs {
  private readonly numbers = new Map<string, number>();
  private readonly entries: { text: string; config: NotificationConfig | null; uses: number }[] = [];
  private readonly free: number[] = [];

  add(config: NotificationConfig | null): number {
    const text = JSON.stringify(config);
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.free.pop() ?? this.entries.length;
      this.entries[number] = { text, config, uses: 0 };
      this.numbers.set(text, number);
    }
    this.entries[number]!.uses += 1;
    return number;
  }

  remove(number: number): void {
    const entry = this.entries[number]!;
    entry.uses -= 1;
    if (entry.uses > 0) return;
    this.numbers.delete(entry.text);
    this.free.push(number);
  }

  get(number: number): NotificationConfig | null {
    return this.entries[number]!.config;
  }
}
