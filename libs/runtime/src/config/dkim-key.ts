import { createPrivateKey, type KeyObject } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** The shortest key that receivers accept (RFC 8301 §3.2), in bits. */
const SHORTEST_KEY_BITS = 1_024;

/**
 * The file of the private key that signs mails, read as PEM. It has to be an RSA key without a passphrase: with another
 * kind, mails would go out unsigned and nobody would notice. Messages name the file and never what it holds.
 */
export const dkimKeyFile = z.string().transform((name, context): string => {
  const file = path.resolve(name);
  const refuse = (problem: string): never => {
    context.addIssue({ code: 'custom', message: `${file} ${problem}` });
    return z.NEVER;
  };
  let pem: string;
  try {
    pem = fs.readFileSync(file, 'utf8');
  } catch (error) {
    return refuse(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  const key = privateKeyOf(pem);
  if (key === undefined) return refuse('holds no private key in PEM that can be read without a passphrase');
  if (key.asymmetricKeyType !== 'rsa')
    return refuse(`holds a key of the kind ${key.asymmetricKeyType ?? 'unknown'}; mails are signed with an RSA key`);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return bits < SHORTEST_KEY_BITS
    ? refuse(`holds an RSA key of ${bits} bits; at least ${SHORTEST_KEY_BITS} are needed, and 2048 are usual`)
    : pem;
});

function privateKeyOf(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
