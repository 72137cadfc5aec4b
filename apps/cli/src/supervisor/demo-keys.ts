import { AccountStore, ApiKeyStore } from '@gable/persistence/accounts';
import { LOCKS, type Database } from '@gable/persistence';
import { generateApiKey, hashApiKey, isSameApiKey, parseApiKey, ringOf, type KeyRing } from '@gable/runtime';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_ACCOUNT } from './demo-account.js';

/** Roles that have a demo key. A feed key is bound to sources, and the demo has none of its own. */
const ROLES = ['ROLE_API_CLIENT', 'ROLE_SAAS_USER'] as const;
type Role = (typeof ROLES)[number];

/** A key per role, as `$GABLE_HOME/demo-keys.json` holds them; null where somebody revoked it, for good. */
export type DemoKeys = Record<Role, string | null>;

/** How often a start asks again while another one makes the keys. */
const ASK_EVERY_MS = 50;

/**
 * The keys that every start shows: those of the last start, new ones where this database does not know them. A revoked
 * key is not replaced. Of several starts at once one makes them; where its lock is lost just then, the database has
 * keys that no file names.
 */
export async function readyDemoKeys(database: Database, home: string, keyPepper: KeyRing | string): Promise<DemoKeys> {
  for (;;) {
    const keys = await database.withLock(LOCKS.demoKeys, () => keepKeys(database, home, keyPepper));
    if (keys !== undefined) return keys;
    await sleep(ASK_EVERY_MS);
  }
}

async function keepKeys(database: Database, home: string, keyPepper: KeyRing | string): Promise<DemoKeys> {
  const file = path.join(home, 'demo-keys.json');
  const kept = readKept(file);
  const keys = {} as DemoKeys;
  for (const role of ROLES) {
    const known = kept[role];
    const state =
      known === undefined ? 'foreign' : known === null ? 'revoked' : await stateOf(database, known, role, keyPepper);
    keys[role] = state === 'valid' ? known! : state === 'revoked' ? null : await create(database, role, keyPepper);
  }
  if (ROLES.some((role) => keys[role] !== kept[role])) {
    fs.writeFileSync(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
    fs.renameSync(`${file}.new`, file);
  }
  return keys;
}

async function stateOf(
  database: Database,
  apiKey: string,
  role: Role,
  keyPepper: KeyRing | string,
): Promise<'valid' | 'revoked' | 'foreign'> {
  const parsed = parseApiKey(apiKey);
  const stored = parsed === undefined ? null : await new ApiKeyStore(database).findByKeyId(parsed.keyId);
  if (stored === null || stored.role !== role || !isSameApiKey(apiKey, keyPepper, stored.secretHash)) return 'foreign';
  return stored.revokedAt === null ? 'valid' : 'revoked';
}

async function create(database: Database, role: Role, keyPepper: KeyRing | string): Promise<string> {
  const { apiKey, keyId } = generateApiKey();
  const now = await database.now();
  const { id: accountId } = await new AccountStore(database).ensure(DEMO_ACCOUNT, now);
  const { id, secret } = ringOf(keyPepper).active;
  await new ApiKeyStore(database).create(
    { accountId, keyId, secretHash: hashApiKey(apiKey, secret), pepperId: id, role, name: `demo ${role}` },
    now,
  );
  return apiKey;
}

/** A file that somebody damaged counts as none. */
function readKept(file: string): Partial<DemoKeys> {
  try {
    const kept: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}
