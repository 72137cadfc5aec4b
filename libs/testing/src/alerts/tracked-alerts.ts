import { shardOf, type AlertDraft, type Destination } from '@gable/domain/alert';
import { AlertStore } from '@gable/persistence/alerts';
import type { Database } from '@gable/persistence';
import { Sealer } from '@gable/runtime';
import {
  startTimeline,
  continueTimeline,
  type AlertTimeline,
  type AlertWrite,
  type WriteMoment,
} from './alert-timeline.js';
import type { AlertPlan } from './mixed-alerts.js';
import { storeShapes } from './store-shapes.js';

/** A key of a test installation. It seals nothing worth keeping. */
const TEST_KEY = Buffer.alloc(32, 7).toString('base64');

/** What a `PUT` may say, as far as matching has to know it. */
export interface AlertEdit extends Omit<AlertWrite, 'channel'> {
  readonly destination?: Destination | null;
}

/**
 * Writes alerts through the store that the API uses, and notes what each of them was at what moment: the timeline that
 * the oracle checks by.
 */
export class TrackedAlerts {
  private readonly store: AlertStore;
  private readonly known = new Map<string, AlertTimeline>();

  /**
   * @param keepsStill whether nothing is committed or consumed while a write is made: then every timeline has one
   * answer only
   * @param encryptionKey of the installation whose other processes open what this one seals
   */
  constructor(
    private readonly database: Database,
    private readonly accountId: string,
    private readonly keepsStill: boolean,
    encryptionKey = TEST_KEY,
  ) {
    this.store = new AlertStore(database, new Sealer(encryptionKey));
  }

  /** The timelines of all alerts ever made, in the order of their making. */
  get timelines(): readonly AlertTimeline[] {
    return [...this.known.values()];
  }

  /** Ids of the alerts that were not removed. */
  readonly kept = new Set<string>();

  async create({ name, criteria, notificationConfig, destination }: AlertPlan): Promise<string> {
    const before = await this.bounds();
    const draft: AlertDraft = {
      name,
      criteria,
      notificationConfig,
      destination,
      active: true,
      searchMode: 'advanced',
      classicFilters: null,
      signingKey: `whsec_${Buffer.alloc(32, 9).toString('base64')}`,
    };
    await storeShapes(this.database, this.accountId, [criteria]);
    const { id } = await this.store.create(this.accountId, draft, await this.database.now());
    const first = { active: true, criteria, notificationConfig, channel: destination?.channel ?? null };
    this.known.set(
      id,
      startTimeline(id, first, { consumed: 0, ...before, begun: (await this.bounds()).begun, alone: this.keepsStill }),
    );
    this.kept.add(id);
    return id;
  }

  async edit(id: string, { destination, ...edit }: AlertEdit): Promise<void> {
    if (edit.criteria !== undefined) await storeShapes(this.database, this.accountId, [edit.criteria]);
    await this.write(
      id,
      { ...edit, ...(destination !== undefined && { channel: destination?.channel ?? null }) },
      async (now) => {
        const written = await this.store.replace(
          this.accountId,
          id,
          (current) => ({ ...current, ...edit, ...(destination !== undefined && { destination }) }),
          now,
        );
        if (written === null) throw new Error(`Alert ${id} is not there any more.`);
      },
    );
  }

  async remove(id: string): Promise<void> {
    await this.write(id, { active: false }, async (now) => {
      if (!(await this.store.remove(this.accountId, id, now))) throw new Error(`Alert ${id} is not there any more.`);
    });
    this.kept.delete(id);
  }

  private async write(id: string, write: AlertWrite, work: (now: Date) => Promise<void>): Promise<void> {
    const [shard] = await this.database.query<{ position: number }>(
      'select position from alert_shard where shard = $1',
      [shardOf(id)],
    );
    const { committed } = await this.bounds();
    await work(await this.database.now());
    const { begun } = await this.bounds();
    const moment: WriteMoment = { consumed: shard!.position, committed, begun, alone: this.keepsStill };
    this.known.set(id, continueTimeline(this.known.get(id)!, write, moment));
  }

  /** How many changes were committed, and how many were begun. */
  private async bounds(): Promise<{ committed: number; begun: number }> {
    const [row] = await this.database.query<{ committed: number; begun: number }>(`
      select coalesce((select max(id) from kept_change), 0) as committed,
        coalesce(pg_sequence_last_value(pg_get_serial_sequence('listing_change', 'id')::regclass), 0) as begun`);
    return row!;
  }
}
