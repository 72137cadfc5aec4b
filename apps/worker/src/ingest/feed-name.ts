import { createHash } from 'node:crypto';

/** Bytes of a name at most; the endings of what lies beside a feed need 15 of the 255 that file systems have. */
const LONGEST_NAME = 230;
const KEPT_OF_LONG = 180;

/**
 * How a feed is called in logs and in `done/` and `failed/`: its file name, unless that is no text, would leave the
 * folder, hides something (control characters) or has no room for an ending. Then what is harmless of it, and a digest
 * that tells such names apart.
 */
export function feedNameOf(fileName: Buffer): string {
  const text = fileName.toString('utf8');
  const harmless = text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffd/\\]/g, '_');
  if (harmless === text && fileName.length <= LONGEST_NAME) return text;
  const digest = createHash('sha256').update(fileName).digest('hex').slice(0, 12);
  return `${Buffer.from(harmless)
    .subarray(0, KEPT_OF_LONG)
    .toString('utf8')
    .replace(/\ufffd+$/, '')}-${digest}`;
}
