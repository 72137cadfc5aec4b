export type { AlertContext } from './alert-draft.js';
export { type AlertField, READ_ONLY_ALERT_FIELDS, type WrittenAlertField } from './alert-fields.js';
export {
  type AlertDraft,
  type AlertSearchMode,
  DESTINATION_CHANNELS,
  type Destination,
  type DestinationChannel,
} from './alert-draft.js';
export {
  type AlertMemory,
  type ChangeFacts,
  type ListingState,
  type Matched,
  changeFacts,
  decideEvents,
} from './decide-events.js';
export { ALERT_EVENT_TYPES, type AlertEventType } from './event-type.js';
export {
  type NotificationConfig,
  type NotificationRule,
  type PriceMove,
  THRESHOLD_DIRECTIONS,
  type ThresholdDirection,
  type RuleWarning,
  notifiedEvents,
  warnOfRules,
} from './notification-rule.js';
export { ALERT_NAME_MAX_LENGTH, parseAlert } from './parse-alert.js';
export { warnOfClassicCriteria } from './warn-of-criteria.js';
export {
  type EventCounts,
  type ListingRevision,
  type PropertyHistory,
  noEvents,
  previewEvents,
} from './preview-events.js';
export { lastingPart } from './preview-events.js';
export { ALERT_SHARDS, shardOf } from './shard.js';
export { isSameAlert } from './same-alert.js';
export type { JsonObject } from '../parsing/json.js';
