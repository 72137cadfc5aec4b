import {
  makeSecret,
  needsNoFile,
  readSecretsFile,
  replaceSecretsFile,
  ringKeyOf,
  SECRET_KINDS,
  secretsFileOf,
  type RingKey,
  type SecretKind,
  type SecretsFile,
  type SecretsOrigin,
} from '@gable/runtime';

/**
 * Puts a new secret of each of these kinds into the file, for reading: every process that shares the file can read with
 * it. All at once, so that a run that is killed leaves none of them or all.
 */
export function addToFile(origin: SecretsOrigin, kinds: readonly SecretKind[]): Map<SecretKind, RingKey> {
  const made = new Map(kinds.map((kind) => [kind, ringKeyOf(makeSecret(kind))]));
  if (kinds.length === 0) return made;
  const file = secretsFileOf(origin);
  let next = readSecretsFile(file);
  for (const [kind, { secret }] of made)
    next = withOrder(next, kind, [next[kind], ...(next.alsoRead?.[kind] ?? []), secret]);
  write(file, next);
  return made;
}

/** Makes these the secrets that are written with. False where they were that already. */
export function putFirstInFile(origin: SecretsOrigin, keys: ReadonlyMap<SecretKind, RingKey>): boolean {
  if (needsNoFile(origin)) return false;
  const file = secretsFileOf(origin);
  const secrets = readSecretsFile(file);
  let next = secrets;
  for (const kind of SECRET_KINDS) {
    const { secret } = keys.get(kind)!;
    if (origin.givenSecrets?.[kind] !== undefined || secret === secrets[kind]) continue;
    const others = [secrets[kind], ...(secrets.alsoRead?.[kind] ?? [])].filter((each) => each !== secret);
    next = withOrder(next, kind, [secret, ...others]);
  }
  if (next !== secrets) write(file, next);
  return next !== secrets;
}

/** Removes secrets that nothing needs any more, by their ids. */
export function dropFromFile(origin: SecretsOrigin, ids: Partial<Record<SecretKind, readonly string[]>>): void {
  if (needsNoFile(origin) || Object.values(ids).every((each) => each.length === 0)) return;
  const file = secretsFileOf(origin);
  let next = readSecretsFile(file);
  for (const kind of SECRET_KINDS) {
    const kept = (next.alsoRead?.[kind] ?? []).filter((secret) => !ids[kind]?.includes(ringKeyOf(secret).id));
    next = withOrder(next, kind, [next[kind], ...kept]);
  }
  write(file, next);
}

function withOrder(file: SecretsFile, kind: SecretKind, [first, ...others]: readonly string[]): SecretsFile {
  return { ...file, [kind]: first!, alsoRead: { ...file.alsoRead, [kind]: [...new Set(others)] } };
}

function write(file: string, secrets: SecretsFile): void {
  try {
    replaceSecretsFile(file, secrets);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'UNKNOWN';
    const message =
      `${file} cannot be written (${code}). Where it is mounted read-only, add the new secrets to "alsoRead" at its ` +
      'source, and run this again (docs/operations.md, "Secrets").';
    throw Object.assign(new Error(message, { cause }), { code });
  }
}
