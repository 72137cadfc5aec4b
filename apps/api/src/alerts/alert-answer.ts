import { CLASSIC_KEYS, formatCriteria, type CriteriaJson } from '@gable/domain/criteria';
import type { DestinationChannel, NotificationConfig } from '@gable/domain/alert';
import type { DestinationStatus, StoredAlert } from '@gable/persistence/alerts';

/** An alert as its owner sees it; a classic one has its filters beside these. */
export interface AlertAnswer {
  id: string;
  name: string;
  active: boolean;
  searchMode: string;
  /** null where what is stored cannot be read: somebody changed it by hand. */
  criteria: CriteriaJson | null;
  notificationConfig: NotificationConfig | null;
  eventDestinationId: string | null;
  signingKey: string;
  destinationWebhookUrl: string | null;
  destinationEmail: string | null;
  destinationStatus: DestinationStatus | null;
  createdAt: Date;
  updatedAt: Date;
}

export function answerAlert(alert: StoredAlert): AlertAnswer {
  const { id, name, active, searchMode, notificationConfig, signingKey, destinationStatus, createdAt, updatedAt } =
    alert;
  return {
    id,
    name,
    active,
    searchMode,
    ...classicFilters(alert),
    criteria: readableCriteria(alert),
    notificationConfig,
    eventDestinationId: alert.destinationId,
    signingKey,
    destinationWebhookUrl: addressOf(alert, 'WEBHOOK'),
    destinationEmail: addressOf(alert, 'EMAIL'),
    destinationStatus,
    createdAt,
    updatedAt,
  };
}

/** One alert that was spoilt must not hide the others of its owner, who can still give it new criteria or remove it. */
function readableCriteria({ criteria }: StoredAlert): CriteriaJson | null {
  try {
    return formatCriteria(criteria);
  } catch {
    return null;
  }
}

/** All of them, null where not given: sent back as it is, the answer restores the alert whatever was changed in between. */
function classicFilters({ classicFilters: given }: StoredAlert): Record<string, unknown> {
  return given === null ? {} : Object.fromEntries([...CLASSIC_KEYS].map((key) => [key, given[key] ?? null]));
}

function addressOf({ destination }: StoredAlert, channel: DestinationChannel): string | null {
  return destination?.channel === channel ? destination.address : null;
}
