import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Listing } from '@gable/domain/listing';
import { criteriaNode, SeededRandom } from '@gable/domain/testing';
import { mixedAlerts, TrackedAlerts } from '@gable/testing';
import { makeKey } from '../../api-process.js';
import type { Installation } from '../../installation.js';
import { accountOf } from './account-of.js';
import { exchange } from './exchange.js';
import type { PoliteAnswer } from './judge-answers.js';
import { someRequest, type Known } from './polite-requests.js';
import { EVERYTHING, IN_TOWN } from './town-wide.js';

/** Alerts of each polite customer: one that wants all of the town, and some that are as particular as people are. */
const PARTICULAR_ALERTS = 3;
/** Between two writes of an alert, on average, in milliseconds. */
const WRITE_EVERY_MS = 15_000;

/** A customer who searches, reads and is notified at a steady rate, and notes every answer. */
export class PoliteTenant {
  readonly answers: PoliteAnswer[] = [];
  /** A connection for each request: one that is kept may be closed by the server just when it is used again. */
  private readonly agent = new http.Agent({ keepAlive: false });

  private constructor(
    private readonly apiKey: string,
    readonly alerts: TrackedAlerts,
    private readonly random: SeededRandom,
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
    return new PoliteTenant(apiKey, alerts, new SeededRandom(seed), sample);
  }

  get alertIds(): string[] {
    return this.alerts.timelines.map(({ alertId }) => alertId);
  }

  /**
   * Asks at its rate until the signal aborts, whether the answer before has come or not; resolves when the last one
   * has.
   */
  async ask(base: URL, propertyIds: readonly string[], everyMs: number, signal: AbortSignal): Promise<void> {
    const known: Known = { propertyIds, alertIds: this.alertIds };
    const open = new Set<Promise<unknown>>();
    for (let due = Date.now() + this.random.whole(0, everyMs); !signal.aborted; due += everyMs) {
      await sleep(Math.max(0, due - Date.now()), undefined, { signal }).catch(() => {});
      if (signal.aborted) break;
      const { route, ask } = someRequest(this.random, known);
      const answer = exchange(this.agent, base, { ...ask, apiKey: this.apiKey }, due).then(
        ({ at, ms, ending, requestId }) => this.answers.push({ route, at, ms, ending, requestId }),
      );
      open.add(answer);
      void answer.finally(() => open.delete(answer));
    }
    await Promise.all(open);
  }

  /**
   * Gives its particular alerts other criteria now and then. It switches none off: what waits then is skipped, and
   * could not be told from what was lost.
   */
  async write(signal: AbortSignal): Promise<void> {
    const random = new SeededRandom(this.random.whole(1, 1_000_000));
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
