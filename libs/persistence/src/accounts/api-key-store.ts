import { DEFAULT_QUOTAS, type Quotas, type Role } from '@gable/domain';
import type { Database } from '../database/database.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { newId } from '../database/new-id.js';
import { giveRoomBack, takeRoom } from './room.js';
import { INSERT_API_KEY, RENEW_HASH, REPLACE_API_KEY, REVOKE_API_KEY, SELECT_API_KEYS } from './statements/api-keys.js';

/** What the guard needs to admit or refuse a key. */
export interface StoredApiKey {
  apiKeyUuid: string;
  /** The public part of the key. */
  keyId: string;
  accountId: string;
  accountName: string;
  name: string;
  role: Role;
  /** Domains whose feeds a ROLE_FEED_PROVIDER may send; none for the other roles. */
  sources: readonly string[];
  secretHash: Buffer;
  /** Of the pepper of the hash; null: of any of the ring. */
  pepperId?: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  /** May lie ahead: another key has taken its place, and its holder has until then to change over. */
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
  if (revokedAt !== null && revokedAt <= now) return 'REVOKED';
  return expiresAt !== null && expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
}

export interface NewApiKey {
  accountId: string;
  keyId: string;
  /** HMAC of the whole key with the server's pepper. */
  secretHash: Buffer;
  /** Of that pepper, where it is known. */
  pepperId?: string;
  role: Role;
  /** Domains, for a ROLE_FEED_PROVIDER alone. */
  sources?: readonly string[];
  name: string;
  expiresAt?: Date | null;
}

/** Keys of accounts. Secrets never reach it, only their HMAC. */
export class ApiKeyStore {
  constructor(
    private readonly database: Database,
    private readonly quotas: Quotas = DEFAULT_QUOTAS,
  ) {}

  /** Answers the new key's public uuid. @throws QuotaExceeded */
  async create(key: NewApiKey, now: Date): Promise<string> {
    const { accountId, keyId, secretHash, pepperId = null, role, sources = [], name, expiresAt = null } = key;
    const id = newId(now);
    await this.database.transaction(async (transaction) => {
      const cells = [id, accountId, keyId, secretHash, pepperId, role, name, now, expiresAt, sources];
      await transaction.query(INSERT_API_KEY, cells);
      await takeRoom(transaction, accountId, 'keys', this.quotas);
    });
    return id;
  }

  /**
   * Puts another key in the place of one, with the same role, sources and name; the old one is good until `until`.
   * Both together take the room of one. Null where there is no such key, or none that is good for anything.
   */
  async replace(
    apiKeyUuid: string,
    successor: Omit<NewApiKey, 'accountId' | 'role' | 'sources' | 'name'>,
    now: Date,
    until: Date,
  ): Promise<{ apiKeyUuid: string; accountId: string; role: Role; sources: string[]; name: string } | null> {
    return this.database.transaction(async (transaction) => {
      const [old] = await transaction.query<{ accountId: string; role: Role; sources: string[]; name: string }>(
        REPLACE_API_KEY,
        [apiKeyUuid, now, until],
      );
      if (old === undefined) return null;
      const { accountId, role, sources, name } = old;
      const { keyId, secretHash, pepperId = null, expiresAt = null } = successor;
      const id = newId(now);
      const cells = [id, accountId, keyId, secretHash, pepperId, role, name, now, expiresAt, sources];
      await transaction.query(INSERT_API_KEY, cells);
      return { ...old, apiKeyUuid: id };
    });
  }

  /** By the public part of the key. */
  async findByKeyId(keyId: string): Promise<StoredApiKey | null> {
    const key = await this.database.manager.findOne(ApiKeyEntity, { where: { keyId }, relations: { account: true } });
    return key && stored(key);
  }

  /** Whose key it is; null where there is none. */
  async accountOf(apiKeyUuid: string): Promise<string | null> {
    const key = await this.database.manager.findOneBy(ApiKeyEntity, { id: apiKeyUuid });
    return key && key.accountId;
  }

  /** Those of the ids that exist, in any order, in one statement. */
  findByKeyIds(keyIds: readonly string[]): Promise<StoredApiKey[]> {
    return this.database.query<StoredApiKey>(SELECT_API_KEYS, [keyIds]);
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

  /** Puts a key under another pepper, unless somebody was quicker. */
  async renewHash(
    { apiKeyUuid, secretHash }: Pick<StoredApiKey, 'apiKeyUuid' | 'secretHash'>,
    renewed: { readonly secretHash: Buffer; readonly pepperId: string },
  ): Promise<void> {
    await this.database.query(RENEW_HASH, [apiKeyUuid, secretHash, renewed.secretHash, renewed.pepperId]);
  }

  /** False when there is no such key. A key revoked before keeps its date. */
  async revoke(apiKeyUuid: string, now: Date): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const [key] = await transaction.query<{ accountId: string; isFirst: boolean }>(REVOKE_API_KEY, [apiKeyUuid, now]);
      if (key?.isFirst) await giveRoomBack(transaction, key.accountId, 'keys');
      return key !== undefined;
    });
  }
}

function stored({
  id,
  keyId,
  account,
  accountId,
  name,
  role,
  sources,
  secretHash,
  pepperId,
  createdAt,
  expiresAt,
  revokedAt,
}: ApiKeyEntity): StoredApiKey {
  return {
    apiKeyUuid: id,
    keyId,
    accountId,
    accountName: account.name,
    name,
    role,
    sources,
    secretHash,
    pepperId,
    createdAt,
    expiresAt,
    revokedAt,
    accountBlockedAt: account.blockedAt,
  };
}
