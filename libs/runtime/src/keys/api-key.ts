import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ringOf, type KeyRing } from '../secrets/key-ring.js';

const PREFIX = 'gbl_live_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 10;
const SECRET_LENGTH = 32;
/** 62^6 holds every CRC32. */
const CHECK_LENGTH = 6;
const SHAPE = new RegExp(
  `^${PREFIX}([0-9A-Za-z]{${ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECK_LENGTH}})$`,
);

/** A new key: the text is shown once, the id is stored beside the hash. */
export interface GeneratedApiKey {
  readonly apiKey: string;
  readonly keyId: string;
}

/** Makes `gbl_live_<id 10>_<secret 32><crc 6>`; the secret has 190 bits. */
export function generateApiKey(): GeneratedApiKey {
  const keyId = randomText(ID_LENGTH);
  const body = `${PREFIX}${keyId}_${randomText(SECRET_LENGTH)}`;
  return { apiKey: body + checkOf(body), keyId };
}

/**
 * The id of a well-formed key; undefined when shape or checksum is wrong, so that guesses never reach the database.
 * Says nothing about whether the key exists.
 */
export function parseApiKey(text: string): { readonly keyId: string } | undefined {
  const [, keyId, , check] = SHAPE.exec(text) ?? [];
  if (keyId === undefined || check !== checkOf(text.slice(0, -CHECK_LENGTH))) return undefined;
  return { keyId };
}

/** What is stored instead of a key: HMAC-SHA-256 of the whole text under the installation's active pepper. */
export function hashApiKey(apiKey: string, pepper: KeyRing | string): Buffer {
  return createHmac('sha256', typeof pepper === 'string' ? pepper : pepper.active.secret)
    .update(apiKey)
    .digest();
}

/** Compares a shown key with a stored hash in constant time, under every pepper of the ring. */
export function isSameApiKey(apiKey: string, pepper: KeyRing | string, storedHash: Buffer): boolean {
  return ringOf(pepper).first(({ secret }) => isHash(hashApiKey(apiKey, secret), storedHash)) ?? false;
}

function isHash(hash: Buffer, storedHash: Buffer): true | null {
  return hash.length === storedHash.length && timingSafeEqual(hash, storedHash) ? true : null;
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

function checkOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let digit = 0; digit < CHECK_LENGTH; digit++) {
    text = ALPHABET[rest % ALPHABET.length] + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
