import { AuditStore, ResealStore, SecretKeyStore, type StoredSecretKey } from '@gable/persistence/operation';
import { LOCKS, refuseNewSecrets, type Database } from '@gable/persistence';
import {
  KeyRing,
  LOOK_EVERY_MS,
  openSecrets,
  SECRET_KINDS,
  Sealer,
  type RingKey,
  type SecretKind,
  type SecretsOrigin,
} from '@gable/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseKeys } from './choose-keys.js';
import { dropFromFile, putFirstInFile } from './edit-secrets-file.js';

/** What a rotation did: values sealed anew by this run, and what still stands under older secrets. */
export interface Rotation {
  readonly sealed: number;
  /** Sealed values that do not open, and usable API keys that were not used since. */
  readonly remaining: number;
}

export interface RotationOptions {
  readonly by: string;
  /** Only adds the new secrets for reading: the file is to be copied to other hosts before they are used. */
  readonly prepareOnly?: boolean;
  /** Takes new secrets even where values of an earlier rotation still stand under older ones. */
  readonly anew?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (sealed: number) => void;
}

/** Another rotation is under way on this database. */
export class RotationUnderWay extends Error {
  readonly code = 'ROTATION_UNDER_WAY';
}

type Keys = ReadonlyMap<SecretKind, RingKey>;

/** Links in mails are good for a week; no process goes on for so long with secrets that its file has dropped. */
const KEEP_MS = 8 * 86_400_000;

/**
 * Takes new secrets into use while everything runs, and seals anew what stands under the old ones. Killed anywhere, the
 * next run goes on where it stopped: what it does is read from the file and from the database.
 */
export async function rotateSecrets(
  database: Database,
  origin: SecretsOrigin,
  options: RotationOptions,
): Promise<Rotation> {
  // Once the lock is lost another run may take newer secrets: what this one sealed then would stand under retired ones.
  const run = (signal: AbortSignal) => rotate(database, origin, { ...options, signal });
  const done = await database.withLock(LOCKS.secretRotation, run, options.signal);
  if (done === undefined) throw new RotationUnderWay('Another rotation is in progress on this database.');
  return done;
}

async function rotate(database: Database, origin: SecretsOrigin, options: RotationOptions): Promise<Rotation> {
  const { by, prepareOnly = false, anew = false, signal, onProgress } = options;
  const store = new SecretKeyStore(database);
  await refuseNewSecrets(database, origin);
  const known = await store.list();
  if (known.length === 0) await store.admit(openSecrets(origin));
  const isUnderWay = !anew && (await standsUnderOthers(database, known));
  const keys = chooseKeys(origin, await store.list(), isUnderWay);
  if (prepareOnly) return { sealed: 0, remaining: (await remains(database, keys)).count };

  const audit = new AuditStore(database);
  const subject = Object.fromEntries([...keys].map(([kind, { id }]) => [kind, id]));
  const entry = await audit.begin(by, 'secrets rotate', subject);
  await store.activate(keys);
  const isFileChanged = putFirstInFile(origin, keys);
  // Whoever runs learns it within a second; what it seals until then would have to be sealed again.
  if (isFileChanged) await sleep(2 * LOOK_EVERY_MS, undefined, { signal });

  const { secret } = keys.get('signingKeyEncryptionKey')!;
  const { all } = openSecrets(origin).signingKeyEncryptionKey;
  const sealer = new Sealer(new KeyRing([secret, ...all.map((key) => key.secret)]));
  let sealed = 0;
  for await (const portion of new ResealStore(database).reseal(sealer)) {
    sealed += portion;
    await audit.continue(database, entry, { sealed });
    onProgress?.(sealed);
    signal?.throwIfAborted();
  }
  signal?.throwIfAborted();
  const { count: remaining } = await settle(database, store, keys);
  dropFromFile(origin, await forgetOld(store));
  await audit.finish(entry, { sealed, remaining });
  return { sealed, remaining };
}

/** Whether an earlier run has not come to its end, or something was sealed with an older key since. */
async function standsUnderOthers(database: Database, known: readonly StoredSecretKey[]): Promise<boolean> {
  if (known.some(({ kind, state }) => kind === 'signingKeyEncryptionKey' && state === 'READ')) return true;
  const active = known.find(({ kind, state }) => kind === 'signingKeyEncryptionKey' && state === 'ACTIVE');
  const counts = await new ResealStore(database).countKeys();
  return known.length > 0 && [...counts.keys()].some((id) => id !== null && id !== active?.keyId);
}

/** What still stands under which older key. */
async function remains(database: Database, keys: Keys) {
  const sealed = await new ResealStore(database).countKeys();
  const peppered = await new SecretKeyStore(database).countPeppers();
  sealed.delete(keys.get('signingKeyEncryptionKey')!.id);
  peppered.delete(keys.get('keyPepper')!.id);
  const sum = (counts: ReadonlyMap<unknown, number>): number =>
    [...counts.values()].reduce((all, each) => all + each, 0);
  return { sealed, peppered, count: sum(sealed) + sum(peppered) };
}

/** Marks the older keys: nothing stands under it any more, or something does. */
async function settle(database: Database, store: SecretKeyStore, keys: Keys) {
  const left = await remains(database, keys);
  for (const kind of SECRET_KINDS) {
    const counts = kind === 'keyPepper' ? left.peppered : kind === 'cursorSecret' ? new Map() : left.sealed;
    const older = (await store.list()).filter((key) => key.kind === kind && key.state !== 'ACTIVE');
    const isNeeded = ({ keyId }: StoredSecretKey): boolean => counts.has(keyId) || counts.has(null);
    await store.move(kind, older.filter(isNeeded), 'READ');
    await store.move(
      kind,
      older.filter((key) => !isNeeded(key)),
      'RETIRED',
    );
  }
  return left;
}

/** A cursor never expires: its secrets stay. */
async function forgetOld(store: SecretKeyStore) {
  return {
    keyPepper: await store.forget('keyPepper', KEEP_MS),
    signingKeyEncryptionKey: await store.forget('signingKeyEncryptionKey', KEEP_MS),
  };
}
