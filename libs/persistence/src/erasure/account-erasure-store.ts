import { removeAlert } from '../alerts/remove-alert.js';
import type { Database } from '../database/database.js';
import { BELONGINGS, SELECT_ERASED_WITH_BELONGINGS, type AccountBelonging } from './account-belongings.js';
import {
  CLOSE_FEEDS,
  EMPTY_ALERTS,
  ERASE_DELIVERIES,
  FORGET_ACCOUNT,
  SELECT_ALERTS,
  SHUT_ACCOUNT,
  SWEEP_ACCOUNTS,
} from './statements/erase-account.js';

/** Rows of one transaction. */
const PORTION = 5_000;
const ALERTS_AT_ONCE = 200;

/** Removes an account with all it has. Each step may be repeated: an erasure that was killed begins anew. */
export class AccountErasureStore {
  constructor(private readonly database: Database) {}

  /** Lets no key of it in any more; answers for how many milliseconds that has been so. */
  async shut(accountId: string): Promise<number> {
    const [shut] = await this.database.query<{ blockedAt: Date; now: Date }>(SHUT_ACCOUNT, [
      accountId,
      await this.database.now(),
    ]);
    return shut!.now.getTime() - shut!.blockedAt.getTime();
  }

  /** Removes alerts, so that nothing happens for them any more; answers how many, 0 when none is left. */
  async removeAlerts(accountId: string): Promise<number> {
    const alerts = await this.database.query<{ id: string }>(SELECT_ALERTS, [accountId, ALERTS_AT_ONCE]);
    const now = await this.database.now();
    for (const { id } of alerts)
      await this.database.transaction((transaction) => removeAlert(transaction, accountId, id, now));
    return alerts.length;
  }

  /** Removes what waits to be sent; `remaining` are being sent, to be asked about again. */
  async eraseDeliveries(accountId: string): Promise<{ count: number; remaining: number }> {
    const [row] = await this.database.query<{ count: number; remaining: number }>(ERASE_DELIVERIES, [
      accountId,
      PORTION,
    ]);
    return row!;
  }

  /** Removes everything else, once nothing is sent any more; calls `gone` with what went and how many. */
  async eraseBelongings(accountId: string, gone: (what: AccountBelonging, count: number) => void): Promise<void> {
    await this.database.query(EMPTY_ALERTS, [accountId]);
    await this.database.query(CLOSE_FEEDS, [accountId]);
    for (const { counted, statement } of BELONGINGS) {
      for (let count = PORTION; count === PORTION;) {
        const [row] = await this.database.query<{ count: number }>(statement, [accountId, PORTION]);
        ({ count } = row!);
        if (counted !== null) gone(counted, count);
      }
    }
    await this.database.query(FORGET_ACCOUNT, [accountId]);
  }

  /**
   * Removes what is left of erased accounts, once workers need it no more, and before that what has come since. Answers
   * how many went.
   */
  async sweep(): Promise<number> {
    for (const { id } of await this.database.query<{ id: string }>(SELECT_ERASED_WITH_BELONGINGS)) {
      while ((await this.removeAlerts(id)) > 0);
      if ((await this.eraseDeliveries(id)).remaining === 0) await this.eraseBelongings(id, () => {});
    }
    const [row] = await this.database.query<{ count: number }>(SWEEP_ACCOUNTS);
    return row!.count;
  }
}
