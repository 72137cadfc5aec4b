import { Injectable } from '@nestjs/common';
import type { Queryable } from '@gable/persistence';
import type { StoredAlert } from '@gable/persistence/alerts';
import { noteDeed } from '@gable/persistence/operation';
import type { Caller } from '../access/caller.js';

/** What an account may change of an alert, as its audit log names it. */
const PARTS = ['name', 'active', 'criteria', 'notificationConfig', 'destination', 'signingKey'] as const;

/** Notes who changed which alert, in the transaction that changes it. Values are not kept: they may be erased. */
@Injectable()
export class AlertDeeds {
  created(within: Queryable, caller: Caller, alertId: string): Promise<void> {
    return noteDeed(within, { ...byKey(caller), action: 'alerts create', subject: { alertId } });
  }

  changed(within: Queryable, caller: Caller, next: StoredAlert, before: StoredAlert): Promise<void> {
    const changed = PARTS.filter((part) => JSON.stringify(next[part]) !== JSON.stringify(before[part]));
    return noteDeed(within, { ...byKey(caller), action: 'alerts change', subject: { alertId: next.id, changed } });
  }

  removed(within: Queryable, caller: Caller, alertId: string): Promise<void> {
    return noteDeed(within, { ...byKey(caller), action: 'alerts delete', subject: { alertId } });
  }
}

function byKey({ accountId, apiKeyUuid }: Caller): { accountId: string; apiKeyUuid: string } {
  return { accountId, apiKeyUuid };
}
