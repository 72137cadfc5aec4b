export { type Account, AccountStore } from './account-store.js';
export { type ApiKeyStatus, ApiKeyStore, type StoredApiKey, apiKeyStatus } from './api-key-store.js';
export { type IdempotentRequest, IdempotentRequestStore, type Repeated } from './idempotent-request-store.js';
