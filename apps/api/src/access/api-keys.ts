import { hash } from 'node:crypto';
import type { ApiKeyStore, StoredApiKey } from '@gable/persistence/accounts';
import { hashApiKey, isSameApiKey, parseApiKey, ringOf, type KeyRing } from '@gable/runtime';
import { Problem } from '../http/problem.js';
import type { Caller } from './caller.js';
import type { KeyLookUps } from './key-look-ups.js';

/**
 * Turns the text of a header into a caller, or refuses it. Answers of the store are remembered for five seconds: a
 * revocation takes no longer than ten, and a wrong key that is shown again costs nothing.
 */
export class ApiKeys {
  /** Apart from those that exist: any number of guesses never displaces a customer's key. */
  private readonly absent = new Map<string, number>();
  private readonly found = new Map<string, Remembered>();
  /** By the SHA-256 of their text, what was found of keys that were right: the slow hash is for the first time. */
  private readonly right = new Map<string, Remembered>();
  private readonly pending = new Map<string, Promise<Remembered | null>>();

  private readonly peppers: KeyRing;

  constructor(
    private readonly lookUps: Pick<KeyLookUps, 'find'>,
    peppers: KeyRing | string,
    private readonly renewals: Pick<ApiKeyStore, 'renewHash'>,
    private readonly now: () => number = Date.now,
    private readonly operatorAccounts: readonly string[] = [],
  ) {
    this.peppers = ringOf(peppers);
  }

  /** @throws Problem unauthorized, or forbidden (blocked account) */
  async admit(header: string | undefined, address: string): Promise<Caller> {
    if (!header) throw unauthorized('The header X-API-Key is missing.');
    const digest = hash('sha256', header);
    const known = this.rightOne(digest) ?? (await this.compare(header, digest, address));
    const { key: stored } = known;
    if (stored.revokedAt && stored.revokedAt.getTime() <= this.now()) throw unauthorized('The API key was revoked.');
    if (stored.expiresAt && stored.expiresAt.getTime() <= this.now()) throw unauthorized('The API key has expired.');
    if (stored.accountBlockedAt) throw new Problem('forbidden', 'The account of this API key is blocked.');
    if (stored.pepperId !== this.peppers.active.id) this.renew(header, known);
    const { apiKeyUuid, accountId, accountName, role, sources, scopes, requestsPerMinute: said } = stored;
    return {
      ...{ apiKeyUuid, accountId, role, sources, scopes },
      requestsPerMinute: said.key ?? said.account ?? said.plan,
      isOperator: this.operatorAccounts.includes(accountName),
    };
  }

  /** A key that was right, as long as what was found of it is remembered. */
  private rightOne(digest: string): Remembered | undefined {
    const known = this.right.get(digest);
    if (known === undefined || (known.until > this.now() && this.found.get(known.keyId) === known)) return known;
    this.right.delete(digest);
    return undefined;
  }

  private async compare(header: string, digest: string, address: string): Promise<Remembered> {
    const parsed = parseApiKey(header);
    if (!parsed) throw unauthorized('The API key is malformed.');
    const known = await this.lookUp(parsed.keyId, address);
    // Compared before anything is said about the key: whoever does not hold the secret learns nothing about its state,
    // nor, by the time it takes, whether there is such a key.
    const isHeld = isSameApiKey(header, this.peppers, known?.key.secretHash ?? NO_HASH);
    if (!known || !isHeld) throw unauthorized('The API key is not valid.');
    keep(this.right, digest, known);
    return known;
  }

  /** Puts a key that was used under the pepper of now. Where that fails, a later use does it. */
  private renew(apiKey: string, { keyId, key: stored, until }: Remembered): void {
    const { id: pepperId, secret } = this.peppers.active;
    const renewed = { secretHash: hashApiKey(apiKey, secret), pepperId };
    if (this.found.has(keyId)) this.found.set(keyId, { keyId, key: { ...stored, ...renewed }, until });
    this.renewals.renewHash(stored, renewed).catch(() => {});
  }

  private async lookUp(keyId: string, address: string): Promise<Remembered | null> {
    const known = this.found.get(keyId);
    if (known && known.until > this.now()) return known;
    if ((this.absent.get(keyId) ?? 0) > this.now()) return null;
    const underWay = this.pending.get(keyId);
    if (underWay) return underWay;
    const looking = this.lookUps
      .find(keyId, address)
      .then((key) => this.remember(keyId, key))
      .finally(() => this.pending.delete(keyId));
    this.pending.set(keyId, looking);
    return looking;
  }

  private remember(keyId: string, key: StoredApiKey | null): Remembered | null {
    const until = this.now() + REMEMBER_MS;
    this.found.delete(keyId);
    this.absent.delete(keyId);
    if (!key) {
      keep(this.absent, keyId, until);
      return null;
    }
    const known = { keyId, key, until };
    keep(this.found, keyId, known);
    return known;
  }
}

/** What the store said of a key, and until when that holds. */
interface Remembered {
  readonly keyId: string;
  readonly key: StoredApiKey;
  readonly until: number;
}

/** Keeps a value, last of all; the oldest one goes where there are too many. */
function keep<T>(values: Map<string, T>, name: string, value: T): void {
  values.set(name, value);
  if (values.size > MAX_REMEMBERED) values.delete(values.keys().next().value!);
}

function unauthorized(detail: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'www-authenticate': 'ApiKey' } });
}

const REMEMBER_MS = 5_000;
const MAX_REMEMBERED = 10_000;
/** As long as a hash, and the hash of no key. */
const NO_HASH = Buffer.alloc(32);
