import fs from 'node:fs';
import path from 'node:path';
import { makeHome } from './home-folder.js';
import { createSecretsFile, readSecretsFile, SECRET_KINDS, type SecretKind, type SecretsFile } from './secrets-file.js';

/** Where a process has its secrets from. */
export interface SecretsOrigin {
  /** GABLE_HOME */
  readonly home: string;
  /** GABLE_SECRETS_FILE; else `secrets.json` of the home. */
  readonly secretsFile?: string;
  /** Of the environment, each kind the active one first; they go before those of the file. */
  readonly givenSecrets?: Partial<Record<SecretKind, readonly string[]>>;
}

/** The secrets of a process: of each kind the one it writes with, and those that it also reads with. */
export interface Secrets extends Readonly<Record<SecretKind, string>> {
  readonly alsoRead: Readonly<Record<SecretKind, readonly string[]>>;
  /** When the file was made, where it says so. */
  readonly madeAt?: string;
}

/** The file of the secrets, whether it is there or not. */
export function secretsFileOf({ home, secretsFile }: SecretsOrigin): string {
  return secretsFile ?? path.join(home, 'secrets.json');
}

/** Whether the environment gives every secret, so that no file is needed. */
export function needsNoFile({ givenSecrets }: SecretsOrigin): boolean {
  return SECRET_KINDS.every((kind) => givenSecrets?.[kind] !== undefined);
}

/** Whether secrets would have to be made: not all are given, and the file is not there. */
export function lacksSecrets(origin: SecretsOrigin): boolean {
  return !needsNoFile(origin) && !fs.existsSync(secretsFileOf(origin));
}

/**
 * Reads the secrets, and makes those of the file at the first start. Safe when several processes start at once: the
 * first file wins and everybody reads that one.
 * @throws when the file is there but unreadable: making new secrets would silently invalidate every key.
 */
export function readSecrets(origin: SecretsOrigin | string): Secrets {
  const from = typeof origin === 'string' ? { home: origin } : origin;
  if (needsNoFile(from)) return secretsOf({}, from.givenSecrets);
  return secretsOf(ensureFile(from), from.givenSecrets);
}

/** The password of the embedded PostgreSQL: of the file, or of the home where that file has none. */
export function readPostgresPassword(origin: SecretsOrigin): string {
  makeHome(origin.home);
  for (const file of [secretsFileOf(origin), secretsFileOf({ home: origin.home })]) {
    const found = fs.existsSync(file) ? readSecretsFile(file).postgresPassword : undefined;
    if (found !== undefined) return found;
  }
  return ensureFile({ home: origin.home }).postgresPassword!;
}

function ensureFile(origin: SecretsOrigin): SecretsFile {
  const file = secretsFileOf(origin);
  makeHome(origin.home);
  try {
    if (!fs.existsSync(file)) createSecretsFile(file);
  } catch (cause) {
    const { code = 'UNKNOWN' } = cause as NodeJS.ErrnoException;
    const message =
      `There is no ${file}, and it cannot be made (${code}). ` + 'Set GABLE_SECRETS_FILE to the file of the secrets.';
    throw Object.assign(new Error(message, { cause }), { code });
  }
  return readSecretsFile(file);
}

function secretsOf(file: Partial<SecretsFile>, given: SecretsOrigin['givenSecrets'] = {}): Secrets {
  const all = (kind: SecretKind): readonly string[] => given[kind] ?? [file[kind]!, ...(file.alsoRead?.[kind] ?? [])];
  const byKind = <T>(value: (kind: SecretKind) => T): Record<SecretKind, T> => ({
    keyPepper: value('keyPepper'),
    cursorSecret: value('cursorSecret'),
    signingKeyEncryptionKey: value('signingKeyEncryptionKey'),
  });
  return {
    ...byKind((kind) => all(kind)[0]!),
    alsoRead: byKind((kind) => [...new Set(all(kind).slice(1))].filter((secret) => secret !== all(kind)[0])),
    ...(file.madeAt !== undefined && { madeAt: file.madeAt }),
  };
}
