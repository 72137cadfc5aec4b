import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { KEY_ID_BYTES, ringOf, type KeyRing, type RingKey } from './key-ring.js';

/** Where a sealed value stands. It is bound to this place: moved to another row or column, it does not open. */
export interface SealedPlace {
  readonly table: string;
  readonly column: string;
  readonly rowId: string;
}

/**
 * A sealed value that does not open: it stands in another place than it was sealed for, was changed, or was sealed with
 * another key.
 */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';

  constructor({ table, column, rowId }: SealedPlace, options?: ErrorOptions) {
    super(`${table}.${column} of ${rowId} does not open; are the secrets those it was sealed with?`, options);
  }
}

/**
 * Encrypts values at rest with AES-256-GCM (NIST SP 800-38D); the place is authenticated with the value. Layout:
 * version, id of the key (4 bytes), 12 random bytes, 16 bytes of tag, the encrypted text. Values of version 1 have no
 * id: every key of the ring is tried.
 */
export class Sealer {
  private readonly keys: KeyRing;

  /** @param keys of kind `signingKeyEncryptionKey`: 32 bytes in base64 each */
  constructor(keys: KeyRing | string) {
    this.keys = ringOf(keys);
    this.keys.all.forEach(bytesOf);
  }

  /** How values begin that are sealed with the active key. */
  get prefix(): Buffer {
    return prefixOf(this.keys.active);
  }

  seal(text: string, place: SealedPlace): Buffer {
    const key = this.keys.active;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', bytesOf(key), nonce).setAAD(authenticated(place));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([prefixOf(key), nonce, cipher.getAuthTag(), encrypted]);
  }

  /** @throws SealBroken */
  open(sealed: Uint8Array, place: SealedPlace): string {
    const bytes = Buffer.from(sealed);
    const headBytes = bytes[0] === VERSION ? 1 + KEY_ID_BYTES : 1;
    if (bytes[0] !== VERSION && bytes[0] !== VERSION_WITHOUT_ID) throw new SealBroken(place);
    if (bytes.length < headBytes + NONCE_BYTES + TAG_BYTES) throw new SealBroken(place);
    const id = headBytes === 1 ? undefined : bytes.toString('hex', 1, headBytes);
    const text = this.keys.first((key) =>
      id === undefined || key.id === id ? decrypt(bytes.subarray(headBytes), place, key) : null,
    );
    if (text === null) throw new SealBroken(place);
    return text;
  }
}

const VERSION_WITHOUT_ID = 1;
const VERSION = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function prefixOf({ id }: RingKey): Buffer {
  return Buffer.concat([Buffer.of(VERSION), Buffer.from(id, 'hex')]);
}

function decrypt(bytes: Buffer, place: SealedPlace, key: RingKey): string | null {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', bytesOf(key), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(authenticated(place)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function bytesOf({ secret }: RingKey): Buffer {
  const bytes = Buffer.from(secret, 'base64');
  if (bytes.length !== 32) throw new Error('The key that seals values must be 32 bytes in base64.');
  return bytes;
}

/** JSON keeps the parts apart: ("a", "bc") is not ("ab", "c"). */
function authenticated({ table, column, rowId }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([table, column, rowId]));
}
