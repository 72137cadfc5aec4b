import type { RingKey } from './key-ring.js';
import type { SecretKind } from './secrets-file.js';

/** A secret that a database was written with, as it knows it. */
export interface KnownSecret {
  readonly kind: SecretKind;
  readonly keyId: string;
  readonly fingerprint: Uint8Array;
  /** ACTIVE: written with. READ: something may stand under it. RETIRED: nothing does. */
  readonly state: 'ACTIVE' | 'READ' | 'RETIRED';
}

/**
 * What is wrong with the secrets of a process of one kind, as the database knows them: it has to have every one that
 * something may stand under, and write with one that the others may have. Empty where they fit.
 */
export function judgeSecrets(kind: SecretKind, keys: readonly RingKey[], known: readonly KnownSecret[]): string[] {
  const needed = known.filter((each) => each.kind === kind && each.state !== 'RETIRED');
  const missing = needed.filter(({ fingerprint }) => !keys.some((key) => key.fingerprint.equals(fingerprint)));
  if (missing.length > 0) {
    const ids = missing.map(({ keyId }) => keyId).join(', ');
    return [`the ${kind} ${ids} is missing; this process has ${keys.map(({ id }) => id).join(', ')}`];
  }
  const [active] = keys;
  if (needed.some(({ fingerprint }) => active!.fingerprint.equals(fingerprint))) return [];
  return [`the first ${kind} (${active!.id}) is not in use yet; gable secrets rotate takes it into use`];
}

/** The secrets of a process are not those of its database. `problems` names them by kind and id. */
export class SecretsRefused extends Error {
  override readonly name = 'SecretsRefused';
  readonly code = 'SECRETS_REFUSED';

  constructor(readonly problems: readonly string[]) {
    super(
      [
        'The secrets of this process do not fit the database:',
        ...problems.map((problem) => `  - ${problem}`),
        'Every process of a database needs the same secrets: set GABLE_SECRETS_FILE to the file (or mounted secret) of',
        'the others, or put the secrets.json of the backup into GABLE_HOME. Where the old ones are lost for good,',
        '"gable secrets adopt" goes on with these: no API key and no sealed signing key of before can be read then.',
        '(docs/operations.md, "Secrets")',
      ].join('\n'),
    );
  }
}
