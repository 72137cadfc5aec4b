import { DEFAULT_QUOTAS, effectiveLimit, type EffectiveLimit, type Quotas, type Role, type Scope } from '@gable/domain';
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
  /** What it is narrowed to; none: all that its role may. */
  scopes: readonly Scope[];
  /** What is said of its requests in a minute, by whom; 0: any number, null: nothing. */
  requestsPerMinute: { key: number | null; account: number | null; plan: number | null };
  secretHash: Buffer;
  /** Of the pepper of the hash; null: of any of the ring. */
  pepperId?: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  /** May lie ahead: another key has taken its place, and its holder has until then to change over. */
  revokedAt: Date | null;
  accountBlockedAt: Date | null;
  /** The name of the account's plan. */
  plan: string | null;
}

/** What a key may be: good, revoked by somebody, or past its end. */
export const API_KEY_STATUSES = ['ACTIVE', 'REVOKED', 'EXPIRED'] as const;
/** One of API_KEY_STATUSES. */
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];

/** What a key is good for at a moment. */
export function apiKeyStatus(
  { revokedAt, expiresAt }: Pick<StoredApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): ApiKeyStatus {
  if (revokedAt !== null && revokedAt <= now) return 'REVOKED';
  return expiresAt !== null && expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
}

/** How many requests a key may make in a minute, where the setting says `setting`; 0: any number. */
export function requestsPerMinuteOf(key: Pick<StoredApiKey, 'requestsPerMinute'>, setting: number): EffectiveLimit {
  return effectiveLimit(key.requestsPerMinute, setting);
}

/** A key to be stored. The key itself is not: it is shown once and kept by whoever asked for it. */
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
  scopes?: readonly Scope[];
  requestsPerMinute?: number | null;
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
    const { scopes = [], requestsPerMinute = null } = key;
    const id = newId(now);
    await this.database.transaction(async (transaction) => {
      const cells = [id, accountId, keyId, secretHash, pepperId, role, name, now, expiresAt, sources];
      await transaction.query(INSERT_API_KEY, [...cells, scopes, requestsPerMinute]);
      await takeRoom(transaction, accountId, 'keys', this.quotas);
    });
    return id;
  }

  /**
   * Puts another key in the place of one, with the same role, sources, scopes, limit and name, and the same end unless
   * the successor has another; the old one is good until `until`, or its end. Both together take the room of one. Null
   * where there is no such key, or none that is good for anything.
   */
  async replace(
    apiKeyUuid: string,
    successor: Omit<NewApiKey, keyof Inherited>,
    now: Date,
    until: Date,
  ): Promise<Replacement | null> {
    return this.database.transaction(async (transaction) => {
      const [old] = await transaction.query<Inherited & Pick<StoredApiKey, 'expiresAt'>>(REPLACE_API_KEY, [
        apiKeyUuid,
        now,
        until,
      ]);
      if (old === undefined) return null;
      const { accountId, role, sources, name, scopes, requestsPerMinute } = old;
      const { keyId, secretHash, pepperId = null, expiresAt = old.expiresAt } = successor;
      const id = newId(now);
      const cells = [id, accountId, keyId, secretHash, pepperId, role, name, now, expiresAt, sources];
      await transaction.query(INSERT_API_KEY, [...cells, scopes, requestsPerMinute]);
      const replacedUntil = old.expiresAt !== null && old.expiresAt < until ? old.expiresAt : until;
      return { ...old, apiKeyUuid: id, expiresAt, replacedUntil };
    });
  }

  /** What a key may make in a minute from now on; null: as its account says. False when there is no such key. */
  async limit(apiKeyUuid: string, requestsPerMinute: number | null): Promise<boolean> {
    const { affected } = await this.database.manager.update(ApiKeyEntity, { id: apiKeyUuid }, { requestsPerMinute });
    return affected === 1;
  }

  /** By the public part of the key. */
  async findByKeyId(keyId: string): Promise<StoredApiKey | null> {
    const key = await this.database.manager.findOne(ApiKeyEntity, { where: { keyId }, relations: WITH_ACCOUNT });
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
      relations: WITH_ACCOUNT,
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

const WITH_ACCOUNT = { account: { itsPlan: true } } as const;

/** What a key takes over from the one in whose place it comes. */
export interface Inherited {
  accountId: string;
  role: Role;
  sources: string[];
  scopes: Scope[];
  requestsPerMinute: number | null;
  name: string;
}

/** The key that comes in the place of another, and how long that one is still good. */
export interface Replacement extends Inherited {
  apiKeyUuid: string;
  expiresAt: Date | null;
  replacedUntil: Date;
}

function stored({
  id,
  keyId,
  account,
  accountId,
  name,
  role,
  sources,
  scopes,
  requestsPerMinute,
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
    scopes,
    requestsPerMinute: {
      key: requestsPerMinute,
      account: account.requestsPerMinute,
      plan: account.itsPlan?.requestsPerMinute ?? null,
    },
    secretHash,
    pepperId,
    createdAt,
    expiresAt,
    revokedAt,
    accountBlockedAt: account.blockedAt,
    plan: account.plan,
  };
}
