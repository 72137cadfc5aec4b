export { type Account, AccountStore, type ListedAccount } from './account-store.js';
export {
  API_KEY_STATUSES,
  type ApiKeyStatus,
  ApiKeyStore,
  type NewApiKey,
  type StoredApiKey,
  apiKeyStatus,
  requestsPerMinuteOf,
  type Inherited,
  type Replacement,
} from './api-key-store.js';
export { type Plan, type PlanChange, PlanStore } from './plan-store.js';
export { RateWindowStore, type TakenPortion, type WantedPortion } from './rate-window-store.js';
export { type AccountQuota, QuotaStore } from './quota-store.js';
export { type IdempotentRequest, IdempotentRequestStore, type Repeated } from './idempotent-request-store.js';
export type { CountedPage } from './counted-page.js';
