import { setTimeout as sleep } from 'node:timers/promises';
import type { Listing } from '@gable/domain/listing';
import { criteriaNode, SeededRandom } from '@gable/domain/testing';
import { mixedAlerts, TrackedAlerts } from '@gable/testing';
import { makeKey } from '../../api-process.js';
import type { Installation } from '../../installation.js';
import { accountOf } from './account-of.js';
import type { PoliteCustomer } from './polite/ask-politely.js';
import { EVERYTHING, IN_TOWN } from './town-wide.js';

/** Alerts of each polite customer: one that wants all of the town, and some that are as particular as people are. */
const PARTICULAR_ALERTS = 3;
/** Between two writes of an alert, on average, in milliseconds. */
const WRITE_EVERY_MS = 15_000;

/** A customer who searches, reads and is notified at a steady rate. */
export class PoliteTenant {
  private constructor(
    private readonly apiKey: string,
    readonly alerts: TrackedAlerts,
    private readonly seed: number,
    private readonly sample: readonly Listing[],
  ) {}

  /** @param address of its receiver */
  static async make(
    installation: Installation,
    { number, seed, sample, address }: { number: number; seed: number; sample: readonly Listing[]; address: string },
  ): Promise<PoliteTenant> {
    const name = `Polite ${number}`;
    const { apiKey } = await makeKey(installation, name, 'key');
    const accountId = await accountOf(installation, name);
    const alerts = new TrackedAlerts(installation.database, accountId, false, installation.encryptionKey);
    const destination = { channel: 'WEBHOOK', address } as const;
    await alerts.create({
      name: 'All of the town',
      criteria: criteriaNode([IN_TOWN]),
      notificationConfig: EVERYTHING,
      destination,
    });
    for (const plan of mixedAlerts(seed, PARTICULAR_ALERTS, sample))
      await alerts.create({ ...plan, criteria: criteriaNode([IN_TOWN], 'AND', [plan.criteria]), destination });
    return new PoliteTenant(apiKey, alerts, seed, sample);
  }

  get alertIds(): string[] {
    return this.alerts.timelines.map(({ alertId }) => alertId);
  }

  /** As it asks, from a process of its own. */
  asCustomer(propertyIds: readonly string[]): PoliteCustomer {
    return { seed: this.seed, apiKey: this.apiKey, alertIds: this.alertIds, propertyIds };
  }

  /**
   * Gives its particular alerts other criteria now and then. It switches none off: what waits then is skipped, and
   * could not be told from what was lost.
   */
  async write(signal: AbortSignal): Promise<void> {
    const random = new SeededRandom(this.seed + 1);
    const particular = this.alertIds.slice(1);
    while (!signal.aborted) {
      await sleep(random.whole(0, 2 * WRITE_EVERY_MS), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const [plan] = mixedAlerts(random.whole(1, 1_000_000), 1, this.sample);
      const criteria = criteriaNode([IN_TOWN], 'AND', [plan!.criteria]);
      await this.alerts.edit(random.pick(particular), { criteria });
    }
  }
}
