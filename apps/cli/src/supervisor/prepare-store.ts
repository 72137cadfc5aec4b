import { migrate, openDatabase, StatusStore } from '@gable/persistence';
import { SecretKeyStore } from '@gable/persistence/operation';
import type { Config, Logger, SecretRings } from '@gable/runtime';
import type { DemoInThread } from './demo-in-thread.js';
import { readyDemoKeys, type DemoKeys } from './demo-keys.js';
import { fillWithDemo } from './fill-with-demo.js';
import { firstSearch } from './first-request.js';
import { compareAddresses, named } from './with-database.js';

export { welcome } from './welcome.js';

export interface StorePreparation {
  readonly url: string;
  readonly config: Config;
  readonly log: Logger;
  readonly secrets: SecretRings;
  /** Undefined where an empty store is to stay empty. */
  readonly demo: DemoInThread | undefined;
  /** Called once the API can begin: the schema is there, and of the demo as much as it needs to warm up. */
  readonly serveReads: () => Promise<void>;
  /** Called once the worker can begin, too. */
  readonly serve: () => Promise<void>;
  /** Cuts the connections, so that an interrupt never waits for the demo. */
  readonly signal: AbortSignal;
}

/** What has to be done before anybody is told that it is ready: schema, demo, keys. */
export async function prepareStore({
  url,
  config,
  log,
  secrets,
  demo,
  serveReads,
  serve,
  signal,
}: StorePreparation): Promise<{ keys: DemoKeys; search: object | undefined }> {
  await compareAddresses(config);
  const applied = await named(config, () => migrate(url));
  if (applied.length > 0) log.info({ applied }, 'the schema was brought up to date');
  const database = await openDatabase(url, { applicationName: 'gable up', poolSize: 4 });
  const cut = () => void database.close().catch(() => undefined);
  signal.addEventListener('abort', cut, { once: true });
  try {
    signal.throwIfAborted();
    await new SecretKeyStore(database).admit(secrets);
    if (demo) await fillWithDemo(database, config.home, demo, log, () => void serveReads().catch(() => undefined));
    await serve(); // which tells what kept the API from beginning
    const keys = await readyDemoKeys(database, config.home, secrets.keyPepper);
    const isEmpty = await new StatusStore(database).isEmpty();
    return { keys, search: isEmpty ? undefined : await firstSearch(database) };
  } finally {
    signal.removeEventListener('abort', cut);
    if (!signal.aborted) await database.close();
  }
}
