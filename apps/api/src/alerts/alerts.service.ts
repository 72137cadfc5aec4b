import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ShapeMissing } from '@gable/domain/criteria';
import { AlertStore, type StoredAlert } from '@gable/persistence/alerts';
import { Database, type Transaction } from '@gable/persistence';
import type { Caller } from '../access/caller.js';
import type { PageRange, WrittenPage } from '../http/collection.js';
import { Idempotency, type RepeatableAnswer } from '../http/idempotency.js';
import { notFound } from '../http/problem.js';
import { DerivationWarnings } from '../criteria/derivation-warnings.js';
import type { Warning } from '../http/warnings.js';
import { AlertDeeds } from './alert-deeds.js';
import { AlertBodies } from './alert-bodies.js';
import type { CreateAlertRequest, UpdateAlertRequest } from './alert-request.js';
import { alertResponse, type AlertResponse } from './alert-response.js';

/** The alerts of the caller's account. Another account's look like ones that are not there. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly alerts: AlertStore,
    private readonly bodies: AlertBodies,
    private readonly idempotency: Idempotency,
    private readonly database: Database,
    private readonly derivation: DerivationWarnings,
    private readonly deeds: AlertDeeds,
  ) {}

  create(caller: Caller, body: CreateAlertRequest, key: string | null): Promise<RepeatableAnswer> {
    const { accountId } = caller;
    const read = () => this.bodies.readNew(accountId, body);
    const create = () =>
      this.idempotency.answer(
        { accountId, route: 'POST /alerts', key, body },
        read,
        async (draft, transaction, now) => {
          const alert = await this.alerts.create(accountId, draft, now, transaction);
          await this.deeds.created(transaction, caller, alert.id);
          return {
            status: 201,
            location: `/alerts/${alert.id}`,
            body: JSON.stringify(alertResponse(alert, caller)),
            warnings: await this.warningsOf(body, alert),
          };
        },
      );
    return create().catch((error: unknown) => readAgain(error, read));
  }

  async list(caller: Caller, range: PageRange): Promise<WrittenPage> {
    const { items, total } = await this.alerts.list(caller.accountId, range, async (alert) => {
      await breathe(); // a page of large alerts takes long to write down: others get a turn
      return JSON.stringify(alertResponse(alert, caller));
    });
    return { written: items, total };
  }

  async read(caller: Caller, id: string): Promise<AlertResponse> {
    return alertResponse(found(await this.alerts.find(caller.accountId, id)), caller);
  }

  async replace(
    caller: Caller,
    id: string,
    body: UpdateAlertRequest,
  ): Promise<{ alert: AlertResponse; warnings: Warning[] }> {
    const { accountId } = caller;
    const current = found(await this.alerts.find(accountId, id));
    const read = () => this.bodies.readChange(accountId, body, current);
    const note = (transaction: Transaction, next: StoredAlert, before: StoredAlert) =>
      this.deeds.changed(transaction, caller, next, before);
    const replaced = this.alerts.replace(accountId, id, await read(), await this.database.now(), note);
    const alert = found(await replaced.catch((error: unknown) => readAgain(error, read)));
    return { alert: alertResponse(alert, caller), warnings: await this.warningsOf(body, alert, current) };
  }

  async remove(caller: Caller, id: string): Promise<void> {
    const note = (transaction: Transaction) => this.deeds.removed(transaction, caller, id);
    if (!(await this.alerts.remove(caller.accountId, id, await this.database.now(), note))) throw notFound();
  }

  /** `before` is the alert as it was, null for a new one. */
  private async warningsOf(
    body: CreateAlertRequest | UpdateAlertRequest,
    alert: StoredAlert,
    before: StoredAlert | null = null,
  ): Promise<Warning[]> {
    return [...(await this.derivation.of(alert.criteria)), ...this.bodies.warningsOf(body, alert, before)];
  }
}

/** A shape that was removed while the body was read: read again, it is refused where it names the shape. */
async function readAgain(error: unknown, read: () => Promise<unknown>): Promise<never> {
  if (error instanceof ShapeMissing) await read();
  throw error;
}

function found(alert: StoredAlert | null): StoredAlert {
  if (alert === null) throw notFound();
  return alert;
}
