import type { StoredSecretKey } from '@gable/persistence/operation';
import {
  judgeSecrets,
  openSecrets,
  SECRET_KINDS,
  SecretsRefused,
  type RingKey,
  type SecretKind,
  type SecretsOrigin,
} from '@gable/runtime';
import { addToFile } from './edit-secrets-file.js';

/** There is nothing to take into use: new secrets of the environment are put there by hand. */
export class NothingToRotate extends Error {
  readonly code = 'NOTHING_TO_ROTATE';
}

/**
 * Which secret of each kind is to be used from now on: one that was added by hand or by a run that was interrupted;
 * else, where an earlier rotation has not ended, the one it took into use; else a new one, which the file now has.
 * @throws SecretsRefused where this process lacks one that the database needs
 */
export function chooseKeys(
  origin: SecretsOrigin,
  known: readonly StoredSecretKey[],
  isUnderWay: boolean,
): Map<SecretKind, RingKey> {
  const rings = openSecrets(origin);
  const inUse = new Map(SECRET_KINDS.map((kind) => [kind, keyInUse(kind, rings[kind].all, known)]));
  const added = new Map(
    SECRET_KINDS.flatMap((kind) => {
      const key = rings[kind].all.find((each) => !isKnown(kind, each, known));
      return key === undefined ? [] : [[kind, key] as const];
    }),
  );
  if (added.size > 0 || isUnderWay) return new Map([...inUse, ...added]);
  const ofFile = SECRET_KINDS.filter((kind) => origin.givenSecrets?.[kind] === undefined);
  if (ofFile.length === 0)
    throw new NothingToRotate(
      'The secrets come from the environment: append new ones there, after a comma, and run this again ' +
        '(docs/operations.md, "Secrets").',
    );
  return new Map([...inUse, ...addToFile(origin, ofFile)]);
}

/** The order of the keys is what a rotation changes: wrong is only that one is missing. */
function keyInUse(kind: SecretKind, keys: readonly RingKey[], known: readonly StoredSecretKey[]): RingKey {
  const { keyId } = known.find((each) => each.kind === kind && each.state === 'ACTIVE')!;
  const active = keys.find(({ id }) => id === keyId);
  const problems = judgeSecrets(kind, active === undefined ? keys : [active, ...keys], known);
  if (problems.length > 0) throw new SecretsRefused(problems);
  return active!;
}

function isKnown(kind: SecretKind, { fingerprint }: RingKey, known: readonly StoredSecretKey[]): boolean {
  return known.some((each) => each.kind === kind && fingerprint.equals(each.fingerprint));
}
