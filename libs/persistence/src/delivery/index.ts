export { DeliveryClaimStore } from './claim-store.js';
export { ConfirmationLinks, type ConfirmationLink } from './confirmation-links.js';
export { type DeliveryPause, DeliveryPauseStore } from './delivery-pause-store.js';
export { type DeliveryFigures, DeliveryFiguresStore, type SlowOrigin } from './delivery-figures-store.js';
export {
  DeliveryRequestStore,
  REPLAY_LIMIT,
  type ReplaySelection,
  type RequestRefusal,
  type Replayed,
} from './delivery-request-store.js';
export type { ClaimedDelivery, DeliveryResult, FinishOptions, Finished } from './delivery-rows.js';
export { type StoredDestination, ensureDestination, subscribeAgain, welcomeDestination } from './destinations.js';
export {
  EventNotificationStore,
  NOTIFICATION_STATUSES,
  type NotificationFilter,
  type NotificationStatus,
  type StoredNotification,
} from './event-notification-store.js';
export { DeliveryFinishStore } from './finish-store.js';
export {
  type AskedAddress,
  type ClaimedConfirmation,
  type ConfirmationResult,
  MailConfirmationStore,
} from './mail-confirmation-store.js';
export { MailStore, MailSubscriptionStore } from './mail-store.js';
export { type DeliveryMessage, DeliveryMessageStore, type MessageEvent } from './message-store.js';
export { type NewAttempt, queueAttempts } from './queue-attempts.js';
export { SkipStore } from './skip-store.js';
export type { BodyParts } from './rendered-bodies.js';
export type { Claim, ClaimOptions } from './claim.js';
