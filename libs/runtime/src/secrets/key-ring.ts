import { createHmac } from 'node:crypto';

/** One secret with its public name. */
export interface RingKey {
  /** The first 8 hexadecimal digits of the fingerprint; what is sealed names its key by it. */
  readonly id: string;
  readonly secret: string;
  /** HMAC-SHA-256 of a fixed text under the secret: tells whether two secrets are the same, and nothing of them. */
  readonly fingerprint: Buffer;
}

/**
 * Secrets of one kind, the newest first: that one is written with, all of them are read with. A ring that may learn of
 * other secrets asks its source now and then, and before it says that it does not know a key.
 */
export class KeyRing {
  private keys: readonly RingKey[];

  /** @param learn gives the secrets anew where they have changed; `isUrgent`: whatever it takes */
  constructor(
    secrets: readonly string[],
    private readonly learn: (isUrgent: boolean) => readonly string[] | undefined = () => undefined,
  ) {
    this.keys = secrets.map(ringKeyOf);
  }

  /** What is written with. */
  get active(): RingKey {
    this.look(false);
    return this.keys[0]!;
  }

  /** What is read with, the active one first. */
  get all(): readonly RingKey[] {
    this.look(false);
    return this.keys;
  }

  /** What the first key gives that gives something; null where none does. */
  first<T>(attempt: (key: RingKey) => T | null): T | null {
    for (const key of this.all) {
      const found = attempt(key);
      if (found !== null) return found;
    }
    for (const key of this.look(true)) {
      const found = attempt(key);
      if (found !== null) return found;
    }
    return null;
  }

  /** The keys that are new. */
  private look(isUrgent: boolean): RingKey[] {
    const secrets = this.learn(isUrgent);
    if (secrets === undefined) return [];
    const known = new Set(this.keys.map(({ secret }) => secret));
    this.keys = secrets.map(ringKeyOf);
    return this.keys.filter(({ secret }) => !known.has(secret));
  }
}

/** A single secret is a ring, too. */
export function ringOf(keys: KeyRing | string): KeyRing {
  return typeof keys === 'string' ? new KeyRing([keys]) : keys;
}

/** A secret with its fingerprint, whose first KEY_ID_BYTES are the id of the key. */
export function ringKeyOf(secret: string): RingKey {
  const fingerprint = createHmac('sha256', secret).update('gable fingerprint').digest();
  return { id: fingerprint.toString('hex', 0, KEY_ID_BYTES), secret, fingerprint };
}

/** Bytes of a key's id in what is sealed. */
export const KEY_ID_BYTES = 4;
