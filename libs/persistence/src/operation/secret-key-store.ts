import {
  judgeSecrets,
  SECRET_KINDS,
  SecretsRefused,
  type KnownSecret,
  type RingKey,
  type SecretKind,
  type SecretRings,
  Sealer,
} from '@gable/runtime';
import type { Database, Queryable, Transaction } from '../database/database.js';
import { ResealStore } from './reseal-store.js';
import {
  COUNT_PEPPERS,
  FORGET_ALL_SECRET_KEYS,
  FORGET_SECRET_KEYS,
  INSERT_SECRET_KEYS,
  LOCK_SECRET_KEYS,
  MOVE_SECRET_KEYS,
  NAME_PEPPER,
  SELECT_OLDER_API_KEY,
  SELECT_SECRET_KEYS,
} from './statements/secret-keys.js';

/** A secret as the database knows it, and since when in this state. */
export interface StoredSecretKey extends KnownSecret {
  readonly since: Date;
}

/** With which secrets this database was written: their fingerprints, never themselves. */
export class SecretKeyStore {
  constructor(private readonly database: Database) {}

  async list(): Promise<StoredSecretKey[]> {
    return listIn(this.database);
  }

  /**
   * Lets a process begin whose secrets fit. The first one on a database writes down what it has; of several at once one
   * does, and the others are compared with it.
   * @throws SecretsRefused
   */
  async admit(rings: SecretRings): Promise<void> {
    const known = await this.list();
    if (known.length > 0) return judge(rings, known);
    await this.database.transaction(async (transaction) => {
      await transaction.query(LOCK_SECRET_KEYS);
      const meanwhile = await listIn(transaction);
      if (meanwhile.length > 0) return judge(rings, meanwhile);
      await this.refuseForeign(transaction, rings);
      await record(transaction, rings);
    });
  }

  /** Goes on with these secrets, whatever there was: what stands under others can no longer be read. */
  async adopt(rings: SecretRings): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await transaction.query(LOCK_SECRET_KEYS);
      await transaction.query(FORGET_ALL_SECRET_KEYS);
      await record(transaction, rings);
    });
  }

  /** Takes a key of each of these kinds into use at once; the ones before are read with from now on. */
  async activate(keys: ReadonlyMap<SecretKind, RingKey>): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await transaction.query(LOCK_SECRET_KEYS);
      const known = await listIn(transaction);
      for (const [kind, key] of keys) {
        const active = known.filter((each) => each.kind === kind && each.state === 'ACTIVE' && each.keyId !== key.id);
        await move(transaction, kind, active, 'READ');
        if (known.some((each) => each.kind === kind && each.keyId === key.id))
          await move(transaction, kind, [{ keyId: key.id }], 'ACTIVE');
        else await insert(transaction, [{ kind, key, state: 'ACTIVE' }]);
      }
    });
  }

  /** Moves keys between being needed and not. */
  async move(kind: SecretKind, keys: readonly { readonly keyId: string }[], state: 'READ' | 'RETIRED'): Promise<void> {
    await move(this.database, kind, keys, state);
  }

  /** Forgets keys that have not been needed for so long; answers their ids. */
  async forget(kind: SecretKind, afterMs: number): Promise<string[]> {
    const rows = await this.database.query<{ keyId: string }>(FORGET_SECRET_KEYS, [kind, afterMs]);
    return rows.map(({ keyId }) => keyId);
  }

  /** How many usable API keys stand under each pepper; null: under any of the ring. */
  async countPeppers(): Promise<Map<string | null, number>> {
    const rows = await this.database.query<{ pepperId: string | null; count: number }>(COUNT_PEPPERS);
    return new Map(rows.map(({ pepperId, count }) => [pepperId, count]));
  }

  /** A database that was in use before it knew fingerprints: nobody may claim it whose secrets cannot be its own. */
  private async refuseForeign(transaction: Transaction, rings: SecretRings): Promise<void> {
    const problems: string[] = [];
    const { madeAt } = rings;
    if (madeAt !== undefined && (await transaction.query(SELECT_OLDER_API_KEY, [madeAt])).length > 0)
      problems.push(`the database has API keys that are older than these secrets (made at ${madeAt})`);
    if (!(await new ResealStore(transaction).opensSome(new Sealer(rings.signingKeyEncryptionKey))))
      problems.push('no signingKeyEncryptionKey of this process opens what is sealed in the database');
    if (problems.length > 0) throw new SecretsRefused(problems);
  }
}

function judge(rings: SecretRings, known: readonly StoredSecretKey[]): void {
  const problems = SECRET_KINDS.flatMap((kind) => judgeSecrets(kind, rings[kind].all, known));
  if (problems.length > 0) throw new SecretsRefused(problems);
}

async function record(transaction: Transaction, rings: SecretRings): Promise<void> {
  await insert(
    transaction,
    SECRET_KINDS.flatMap((kind) =>
      rings[kind].all.map((key, at) => ({ kind, key, state: at === 0 ? ('ACTIVE' as const) : ('READ' as const) })),
    ),
  );
  // With several peppers nobody can tell; such keys are renewed when they are used.
  if (rings.keyPepper.all.length === 1) await transaction.query(NAME_PEPPER, [rings.keyPepper.active.id]);
}

async function listIn(queryable: Queryable): Promise<StoredSecretKey[]> {
  return queryable.query<StoredSecretKey>(SELECT_SECRET_KEYS);
}

async function insert(
  queryable: Queryable,
  rows: readonly { kind: SecretKind; key: RingKey; state: KnownSecret['state'] }[],
): Promise<void> {
  await queryable.query(INSERT_SECRET_KEYS, [
    rows.map(({ kind }) => kind),
    rows.map(({ key }) => key.id),
    rows.map(({ key }) => key.fingerprint),
    rows.map(({ state }) => state),
  ]);
}

async function move(
  queryable: Queryable,
  kind: SecretKind,
  keys: readonly { readonly keyId: string }[],
  state: KnownSecret['state'],
): Promise<void> {
  if (keys.length > 0) await queryable.query(MOVE_SECRET_KEYS, [kind, keys.map(({ keyId }) => keyId), state]);
}
