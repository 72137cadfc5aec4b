import type { StoredCriteria } from '../criteria/criteria.js';
import type { CriteriaLimits, Places } from '../criteria/parsing/parsing-context.js';
import type { JsonObject } from '../parsing/json.js';
import type { NotificationConfig } from './notification-rule.js';

/** Ways to deliver a notification. */
export const DESTINATION_CHANNELS = ['EMAIL', 'WEBHOOK'] as const;
/** EMAIL or WEBHOOK. */
export type DestinationChannel = (typeof DESTINATION_CHANNELS)[number];

/**
 * Where an alert's notifications go: a mail address or the URL of a webhook, checked by the rules of `destination/`.
 */
export interface Destination {
  readonly channel: DestinationChannel;
  readonly address: string;
}

/** How the criteria of an alert were given: as a tree, or as the flat filters of classic search. */
export type AlertSearchMode = 'advanced' | 'classic';

/** A checked alert, without what storing adds (id, times). */
export interface AlertDraft<C extends StoredCriteria = StoredCriteria> {
  readonly name: string;
  readonly active: boolean;
  readonly searchMode: AlertSearchMode;
  /** The filters as they were given, without nulls; null in advanced mode. */
  readonly classicFilters: JsonObject | null;
  /** The tree that is matched, in both modes. What was just read has geometries, what was stored has not. */
  readonly criteria: C;
  /** null: none given, DEFAULT_NOTIFICATION_CONFIG holds. */
  readonly notificationConfig: NotificationConfig | null;
  /** null: events are recorded and nothing is sent. */
  readonly destination: Destination | null;
  /** `whsec_` and 24 to 64 bytes in base64 (Standard Webhooks 1.0.0), or 16 to 128 printable characters. A secret. */
  readonly signingKey: string;
}

/** What `parseAlert` needs from outside. */
export interface AlertContext {
  readonly places: Places;
  /** CIDRs that destinations may lie in beside the public internet. */
  readonly allowedNetworks: readonly string[];
  /** CIDRs that they may not lie in, whatever else is said; none where it is left out. */
  readonly deniedNetworks?: readonly string[];
  /**
   * What the host of the given destinationWebhookUrl resolves to; absent where it is no name, or resolves to nothing
   * right now.
   */
  readonly destinationAddresses?: readonly string[] | undefined;
  /** Makes a key for an alert whose owner brings none. */
  readonly newSigningKey: () => string;
  /** Default: DEFAULT_CRITERIA_LIMITS. */
  readonly limits?: CriteriaLimits;
}
