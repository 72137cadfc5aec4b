import type { Role } from '@gable/domain';
import type { Database } from '../database/database.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { newId } from '../database/new-id.js';
import { REVOKE_API_KEY } from './statements/api-keys.js';

/** What the guard needs to admit or refuse a key. */
export interface StoredApiKey {
  apiKeyUuid: string;
  accountId: string;
  accountName: string;
  name: string;
  role: Role;
  secretHash: Buffer;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  accountBlockedAt: Date | null;
}

export const API_KEY_STATUSES = ['ACTIVE', 'REVOKED', 'EXPIRED'] as const;
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];

/** What a key is good for at a moment. */
export function apiKeyStatus(
  { revokedAt, expiresAt }: Pick<StoredApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): ApiKeyStatus {
  if (revokedAt !== null) return 'REVOKED';
  return expiresAt !== null && expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
}

export interface NewApiKey {
  accountId: string;
  keyId: string;
  /** HMAC of the whole key with the server's pepper. */
  secretHash: Buffer;
  role: Role;
  name: string;
  expiresAt?: Date | null;
}

/** Keys of accounts. Secrets never reach it, only their HMAC. */
export class ApiKeyStore {
  constructor(private readonly database: Database) {}

  /** Answers the new key's public uuid. */
  async create(key: NewApiKey, now: Date): Promise<string> {
    const id = newId();
    await this.database.manager.insert(ApiKeyEntity, {
      ...key,
      id,
      createdAt: now,
      expiresAt: key.expiresAt ?? null,
      revokedAt: null,
    });
    return id;
  }

  /** By the public part of the key. */
  async findByKeyId(keyId: string): Promise<StoredApiKey | null> {
    const key = await this.database.manager.findOne(ApiKeyEntity, { where: { keyId }, relations: { account: true } });
    return key && stored(key);
  }

  /** Of one account, or of all (for the operator's command line). */
  async list(accountId?: string): Promise<StoredApiKey[]> {
    const keys = await this.database.manager.find(ApiKeyEntity, {
      where: accountId ? { accountId } : {},
      relations: { account: true },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return keys.map(stored);
  }

  /** False when there is no such key. A key revoked before keeps its first date. */
  async revoke(apiKeyUuid: string, now: Date): Promise<boolean> {
    const rows = await this.database.query(REVOKE_API_KEY, [apiKeyUuid, now]);
    return rows.length > 0;
  }
}

function stored({
  id,
  account,
  accountId,
  name,
  role,
  secretHash,
  createdAt,
  expiresAt,
  revokedAt,
}: ApiKeyEntity): StoredApiKey {
  return {
    apiKeyUuid: id,
    accountId,
    accountName: account.name,
    name,
    role,
    secretHash,
    createdAt,
    expiresAt,
    revokedAt,
    accountBlockedAt: account.blockedAt,
  };
}
