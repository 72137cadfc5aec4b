import { Injectable } from '@nestjs/common';
import { AlertStore, type StoredAlert } from '@gable/persistence/alerts';
import { Database } from '@gable/persistence';
import type { Caller } from '../access/caller.js';
import type { Page, PageRange } from '../http/collection.js';
import { Idempotency, type RepeatableAnswer } from '../http/idempotency.js';
import { notFound } from '../http/problem.js';
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
  ) {}

  create({ accountId }: Caller, body: CreateAlertRequest, key: string | null): Promise<RepeatableAnswer> {
    return this.idempotency.answer(
      { accountId, route: 'POST /alerts', key, body },
      () => this.bodies.readNew(accountId, body),
      async (draft, transaction, now) => {
        const alert = await this.alerts.create(accountId, draft, now, transaction);
        return { status: 201, location: `/alerts/${alert.id}`, body: JSON.stringify(alertResponse(alert)) };
      },
    );
  }

  async list({ accountId }: Caller, range: PageRange): Promise<Page<AlertResponse>> {
    const { items, total } = await this.alerts.list(accountId, range);
    return { items: items.map(alertResponse), total };
  }

  async read({ accountId }: Caller, id: string): Promise<AlertResponse> {
    return alertResponse(found(await this.alerts.find(accountId, id)));
  }

  async replace({ accountId }: Caller, id: string, body: UpdateAlertRequest): Promise<AlertResponse> {
    const current = found(await this.alerts.find(accountId, id));
    const change = await this.bodies.readChange(accountId, body, current);
    return alertResponse(found(await this.alerts.replace(accountId, id, change, await this.database.now())));
  }

  async remove({ accountId }: Caller, id: string): Promise<void> {
    if (!(await this.alerts.remove(accountId, id, await this.database.now()))) throw notFound();
  }
}

function found(alert: StoredAlert | null): StoredAlert {
  if (alert === null) throw notFound();
  return alert;
}
