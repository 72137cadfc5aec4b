import type { Criteria } from '../criteria/criteria.js';
import type { JsonObject } from '../criteria/parsing/json.js';
import type { NotificationConfig } from './notification-rule.js';

export const DESTINATION_CHANNELS = ['EMAIL', 'WEBHOOK'] as const;
export type DestinationChannel = (typeof DESTINATION_CHANNELS)[number];

/** Where an alert's notifications go: a mail address or the URL of a webhook, checked by the rules of `delivery/`. */
export interface Destination {
  readonly channel: DestinationChannel;
  readonly address: string;
}

/** How the wish of an alert was given: as a tree, or as the flat filters of classic search. */
export type AlertSearchMode = 'advanced' | 'classic';

/** An alert as its owner wants it, everything checked; what storing adds (id, times) is not in it. */
export interface AlertDraft {
  readonly name: string;
  readonly active: boolean;
  readonly searchMode: AlertSearchMode;
  /** The filters as they were given, without nulls; null in advanced mode. */
  readonly classicFilters: JsonObject | null;
  /** The tree that is matched, in both modes. */
  readonly criteria: Criteria;
  /** null: none given, DEFAULT_NOTIFICATION_CONFIG holds. */
  readonly notificationConfig: NotificationConfig | null;
  /** null: events are recorded and nothing is sent. */
  readonly destination: Destination | null;
  /** `whsec_` and 24 to 64 bytes in base64 (Standard Webhooks 1.0.0). A secret. */
  readonly signingKey: string;
}
