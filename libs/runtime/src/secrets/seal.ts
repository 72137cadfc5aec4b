import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

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
    super(`${table}.${column} of ${rowId} does not open; is secrets.json the one it was sealed with?`, options);
  }
}

/**
 * Encrypts values at rest with AES-256-GCM (NIST SP 800-38D); the place is authenticated with the value. Layout:
 * version, 12 random bytes, 16 bytes of tag, the encrypted text.
 */
export class Sealer {
  private readonly key: Buffer;

  /** @param key `signingKeyEncryptionKey` of the secrets: 32 bytes in base64 */
  constructor(key: string) {
    this.key = Buffer.from(key, 'base64');
    if (this.key.length !== 32) throw new Error('The key that seals values must be 32 bytes in base64.');
  }

  seal(text: string, place: SealedPlace): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce).setAAD(authenticated(place));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), encrypted]);
  }

  /** @throws SealBroken */
  open(sealed: Uint8Array, place: SealedPlace): string {
    const bytes = Buffer.from(sealed);
    if (bytes.length < HEAD_BYTES || bytes[0] !== VERSION) throw new SealBroken(place);
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(1, 1 + NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(authenticated(place)).setAuthTag(bytes.subarray(1 + NONCE_BYTES, HEAD_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8');
    } catch (cause) {
      throw new SealBroken(place, { cause });
    }
  }
}

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** JSON keeps the parts apart: ("a", "bc") is not ("ab", "c"). */
function authenticated({ table, column, rowId }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([table, column, rowId]));
}
