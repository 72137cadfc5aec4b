import { ringOf, type KeyRing } from '@gable/runtime';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link of a mail says: which endpoint is asked to confirm, and until when. */
export interface ConfirmationLink {
  readonly endpointId: number;
  readonly expiresAt: Date;
}

/**
 * The tokens in the links that confirm mail addresses. They carry what they are for, sealed with an HMAC: nothing of
 * them is stored, and a mail sent again after a crash has the same link.
 */
export class ConfirmationLinks {
  private readonly keys: KeyRing;

  /** @param keys any secret of the installation */
  constructor(keys: KeyRing | string) {
    this.keys = ringOf(keys);
  }

  tokenOf({ endpointId, expiresAt }: ConfirmationLink): string {
    const said = Buffer.alloc(SAID_BYTES);
    said.writeBigUInt64BE(BigInt(endpointId), 0);
    said.writeUIntBE(expiresAt.getTime(), 8, 6);
    return Buffer.concat([said, sealOf(said, this.keys.active.secret)]).toString('base64url');
  }

  /** Null for a token that is none of ours; one that has expired is still read. */
  read(token: string): ConfirmationLink | null {
    const bytes = Buffer.from(token.slice(0, 2 * (SAID_BYTES + SEAL_BYTES)), 'base64url');
    if (bytes.length !== SAID_BYTES + SEAL_BYTES || bytes.toString('base64url') !== token) return null;
    const said = bytes.subarray(0, SAID_BYTES);
    const seal = bytes.subarray(SAID_BYTES);
    if (!this.keys.first(({ secret }) => timingSafeEqual(seal, sealOf(said, secret)) || null)) return null;
    return { endpointId: Number(said.readBigUInt64BE(0)), expiresAt: new Date(said.readUIntBE(8, 6)) };
  }
}

function sealOf(said: Buffer, key: string): Buffer {
  return createHmac('sha256', key).update('confirm mail address\n').update(said).digest().subarray(0, SEAL_BYTES);
}

/** The endpoint's id and milliseconds since 1970. */
const SAID_BYTES = 14;
const SEAL_BYTES = 16;
