import type { ApiKeyStore, StoredApiKey } from '@gable/persistence/accounts';
import { isSameApiKey, parseApiKey } from '@gable/runtime';
import { Problem } from '../http/problem.js';
import type { Caller } from './caller.js';
import { FailedKeys } from './failed-keys.js';

/**
 * Turns the text of a header into a caller, or refuses it. Answers of the store are remembered: a revocation takes ten
 * seconds.
 */
export class ApiKeys {
  private readonly remembered = new Map<string, { key: Promise<StoredApiKey | null>; until: number }>();

  /** Ids of keys that exist. They are looked up however many wrong ones come from the same address (a proxy's). */
  private readonly seen = new Set<string>();

  constructor(
    private readonly store: Pick<ApiKeyStore, 'findByKeyId'>,
    private readonly pepper: string,
    private readonly failedKeys = new FailedKeys(),
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws Problem unauthorized, forbidden (blocked account) or too-many-requests */
  async admit(header: string | undefined, address: string): Promise<Caller> {
    if (!header) throw unauthorized('The header X-API-Key is missing.');
    const parsed = parseApiKey(header);
    if (!parsed) throw unauthorized('The API key is malformed.');
    const stored = await this.lookUp(parsed.keyId, address);
    // Compared before anything is said about the key: whoever does not hold the secret learns nothing about its state.
    if (!stored || !isSameApiKey(header, this.pepper, stored.secretHash))
      throw unauthorized('The API key is not valid.');
    if (stored.revokedAt) throw unauthorized('The API key was revoked.');
    if (stored.expiresAt && stored.expiresAt.getTime() <= this.now()) throw unauthorized('The API key has expired.');
    if (stored.accountBlockedAt) throw new Problem('forbidden', 'The account of this API key is blocked.');
    return { apiKeyUuid: stored.apiKeyUuid, accountId: stored.accountId, role: stored.role };
  }

  private async lookUp(keyId: string, address: string): Promise<StoredApiKey | null> {
    const known = this.remembered.get(keyId);
    if (known && known.until > this.now()) return known.key;
    const waitSeconds = this.failedKeys.waitSeconds(address);
    if (waitSeconds > 0 && !this.seen.has(keyId)) {
      throw new Problem('too-many-requests', 'Too many invalid API keys came from this address.', {
        headers: { 'retry-after': String(waitSeconds) },
      });
    }
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    const key = this.ask(keyId, address);
    this.remembered.set(keyId, { key, until: this.now() + REMEMBER_MS });
    return key;
  }

  /** Counts as a failure until it is known to be none, or any number of keys could be looked up at once. */
  private async ask(keyId: string, address: string): Promise<StoredApiKey | null> {
    this.failedKeys.record(address);
    try {
      const stored = await this.store.findByKeyId(keyId);
      if (stored) this.failedKeys.takeBack(address);
      if (stored && this.seen.size < MAX_REMEMBERED) this.seen.add(keyId);
      return stored;
    } catch (error) {
      this.failedKeys.takeBack(address);
      this.remembered.delete(keyId);
      throw error;
    }
  }
}

function unauthorized(detail: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'www-authenticate': 'ApiKey' } });
}

const REMEMBER_MS = 5_000;
const MAX_REMEMBERED = 10_000;
