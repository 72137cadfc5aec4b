import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { makeHome } from './home-folder.js';

const secretsSchema = z.object({
  /** Key of the HMAC under which API keys are stored. */
  keyPepper: z.string().min(32),
  /** Signs cursors. */
  cursorSecret: z.string().min(32),
  /** 32 bytes in base64: AES-256-GCM for webhook signing keys at rest. */
  signingKeyEncryptionKey: z
    .base64()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'expects 32 bytes in base64'),
  /** Password of the embedded PostgreSQL's only role. */
  postgresPassword: z.string().min(16),
});

/** What an installation keeps to itself; made once, kept in `$GABLE_HOME/secrets.json` (0600). */
export type Secrets = z.infer<typeof secretsSchema>;

/**
 * Reads the secrets of a home, makes them at the first start. Safe when several processes start at once: the first file
 * wins and everybody reads that one.
 * @throws when the file is there but unreadable: making new secrets would silently invalidate every key.
 */
export function readSecrets(home: string): Secrets {
  makeHome(home);
  const file = path.join(home, 'secrets.json');
  if (!fs.existsSync(file)) createSecrets(file);
  return parseSecrets(file);
}

function createSecrets(file: string): void {
  const secrets: Secrets = {
    keyPepper: randomBytes(32).toString('base64url'),
    cursorSecret: randomBytes(32).toString('base64url'),
    signingKeyEncryptionKey: randomBytes(32).toString('base64'),
    postgresPassword: randomBytes(24).toString('base64url'),
  };
  const draft = `${file}.${randomUUID()}`;
  try {
    fs.writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
    // A link fails where the name is taken, a rename would overwrite the secrets of whoever came first.
    fs.linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

function parseSecrets(file: string): Secrets {
  try {
    return secretsSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Error(
      `${file} cannot be used: ${reason}. Restore it from a backup; without it no stored API key is valid any more.`,
      { cause: error },
    );
  }
}
