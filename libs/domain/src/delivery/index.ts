export { addressRefusal, checkNetworks, inNetworks } from '../destination/address-refusal.js';
export {
  type AttemptReport,
  type AttemptVerdict,
  type FailureSentences,
  judgeEmail,
  judgeWebhook,
} from './attempt-verdict.js';
export { type Admission, type BreakerState, CLOSED_BREAKER, probing, reopened } from './breaker.js';
export { type EndpointState, type EndpointRun, NOTHING, nextLookAt, planRun } from './endpoint-run.js';
export {
  CLOSED_ORIGIN,
  type OriginSign,
  type OriginState,
  afterSign,
  originAdmission,
  originSign,
} from './origin-breaker.js';
export { type DueEndpoint, DueLines, type DuePick } from './due-lines.js';
export { AT_ONCE_PER_ORIGIN, SLOTS, type SlotPlace, Slots } from './slots.js';
export { deliveryOrigin } from './delivery-origin.js';
export { type EndpointChange, type EndedDelivery, applyOutcome } from './apply-outcome.js';
export { endpointKey } from './endpoint-key.js';
export { type QueuedAttempt, firstAttempt, nextAttempt, resentAttempt } from './queued-attempt.js';
export { ATTEMPT_MS, LEASE_MS, type Lease, holdsLease, mayBegin } from './lease.js';
export {
  CONFIRMATION_ATTEMPTS,
  CONFIRMATION_LINK_MS,
  type RecentConfirmations,
  type ConfirmationRequest,
  mayAskToConfirm,
  nextConfirmation,
} from './mail-confirmation.js';
export { mailsAllowed, mailsCounted, mailsReturnedMs } from './mail-allowance.js';
export {
  LISTINGS_PER_MAIL,
  type MailState,
  NO_MAIL_YET,
  mailLookAgainAt,
  mailTaken,
  mailTried,
  mayTakeMail,
} from './mail-digest.js';
export { type ParsedAddress, parseMailAddress } from '../destination/parse-mail-address.js';
export {
  DELIVERY_SCHEDULE_MS,
  type EndedAttempt,
  type Settlement,
  retryDelayMs,
  settleAttempt,
} from './settle-attempt.js';
export {
  type DeliverySituation,
  SKIP_REASONS,
  type SkipReason,
  isNotified,
  skipMessage,
  skipReason,
} from './skip-reason.js';
export { type ConfirmationAsked, type WaitingEndpoint, type WaitsFor, waitingNotice } from './waiting-notice.js';
export { WEBHOOK_URL_MAX_LENGTH, webhookUrlRefusal } from '../destination/webhook-url-refusal.js';
