import { SAAS_CURSOR_LIMIT, type Role } from '@gable/domain';
import { apiKeyStatus, type ApiKeyStatus, type StoredApiKey } from '@gable/persistence/accounts';
import type { Caller } from '../access/caller.js';
import { ITEMS_PER_PAGE } from '../http/collection.js';
import { MAX_SIZE, PAGE_MODE_DEPTH } from '../properties/search-envelope.js';

/** The answer of GET /account: who asks, and what bounds it. */
export interface AccountAnswer {
  readonly id: string;
  readonly name: string;
  /** Of the key that asks. */
  readonly role: Role;
  readonly limits: {
    /** Null = any number. */
    readonly requestsPerMinute: number | null;
    readonly searchPageSize: number;
    readonly pageModeResults: number;
    /** Null = any number. */
    readonly cursorModeResults: number | null;
    readonly collectionPageSize: number;
  };
  readonly apiKeys: readonly KeyAnswer[];
}

interface KeyAnswer {
  readonly apiKeyUuid: string;
  readonly name: string;
  readonly role: Role;
  readonly status: ApiKeyStatus;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export function accountAnswer(
  { accountId, role }: Caller,
  keys: readonly StoredApiKey[],
  requestsPerMinute: number,
  now: Date,
): AccountAnswer {
  return {
    id: accountId,
    name: keys[0]!.accountName, // the caller's own key is among them
    role,
    limits: {
      requestsPerMinute: requestsPerMinute || null,
      searchPageSize: MAX_SIZE,
      pageModeResults: PAGE_MODE_DEPTH,
      cursorModeResults: role === 'ROLE_SAAS_USER' ? SAAS_CURSOR_LIMIT : null,
      collectionPageSize: ITEMS_PER_PAGE,
    },
    apiKeys: keys.map((key) => {
      const { apiKeyUuid, name, role: roleOfKey, createdAt, expiresAt, revokedAt } = key;
      return { apiKeyUuid, name, role: roleOfKey, status: apiKeyStatus(key, now), createdAt, expiresAt, revokedAt };
    }),
  };
}
