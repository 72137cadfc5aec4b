import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** What is rotated: the key of API keys' HMAC, the one that signs cursors, the one that seals signing keys. */
export const SECRET_KINDS = ['keyPepper', 'cursorSecret', 'signingKeyEncryptionKey'] as const;
/** One of SECRET_KINDS. */
export type SecretKind = (typeof SECRET_KINDS)[number];

/** What a secret of each kind has to be. */
export const SECRET_SHAPES = {
  /** Key of the HMAC under which API keys are stored; makes the tokens in links of mails. */
  keyPepper: z.string().min(32),
  /** Signs cursors. */
  cursorSecret: z.string().min(32),
  /** 32 bytes in base64: AES-256-GCM for webhook signing keys at rest. */
  signingKeyEncryptionKey: z
    .base64()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'expects 32 bytes in base64'),
} satisfies Record<SecretKind, z.ZodType<string>>;

const fileSchema = z.looseObject({
  ...SECRET_SHAPES,
  /** Password of the embedded PostgreSQL's only role; a file for a database of one's own needs none. */
  postgresPassword: z.string().min(16).optional(),
  /** When the file was made; files of before do not say. */
  madeAt: z.iso.datetime().optional(),
  /** Secrets of before, and those to come: read with, not written with. */
  alsoRead: z
    .object({
      keyPepper: z.array(SECRET_SHAPES.keyPepper).optional(),
      cursorSecret: z.array(SECRET_SHAPES.cursorSecret).optional(),
      signingKeyEncryptionKey: z.array(SECRET_SHAPES.signingKeyEncryptionKey).optional(),
    })
    .optional(),
});

/** What `secrets.json` holds. Members that are not named here stay in it. */
export type SecretsFile = z.infer<typeof fileSchema>;

/** A new secret of a kind. */
export function makeSecret(kind: SecretKind): string {
  return randomBytes(32).toString(kind === 'signingKeyEncryptionKey' ? 'base64' : 'base64url');
}

/** Makes the file where there is none. Of several processes that try at once the first wins. */
export function createSecretsFile(file: string): void {
  const secrets: SecretsFile = {
    keyPepper: makeSecret('keyPepper'),
    cursorSecret: makeSecret('cursorSecret'),
    signingKeyEncryptionKey: makeSecret('signingKeyEncryptionKey'),
    postgresPassword: randomBytes(24).toString('base64url'),
    madeAt: new Date().toISOString(),
  };
  const draft = writeDraft(file, secrets);
  try {
    // A link fails where the name is taken, a rename would overwrite the secrets of whoever came first.
    fs.linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * Reads the secrets of a file.
 * @throws where it is not there or unreadable: making new secrets would silently invalidate every key
 */
export function readSecretsFile(file: string): SecretsFile {
  try {
    return fileSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM') {
      const message = `${file} may not be read by this user (${code}). Give it to the user that runs Gable, mode 0600.`;
      throw Object.assign(new Error(message, { cause: error }), { code });
    }
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Error(
      `${file} cannot be used: ${reason}. Restore it from a backup; without it no stored API key is valid any more.`,
      { cause: error },
    );
  }
}

/** Replaces the file at once: whoever reads it sees the old one or the new one. Its owner keeps it. */
export function replaceSecretsFile(file: string, secrets: SecretsFile): void {
  const target = fs.realpathSync(file);
  const { uid, gid, mode } = fs.statSync(target);
  const draft = writeDraft(target, secrets);
  try {
    fs.chmodSync(draft, mode & 0o777);
    if (process.getuid?.() === 0) fs.chownSync(draft, uid, gid);
    fs.renameSync(draft, target);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

function writeDraft(file: string, secrets: SecretsFile): string {
  const draft = path.join(path.dirname(file), `${path.basename(file)}.${randomUUID()}`);
  fs.writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  return draft;
}
