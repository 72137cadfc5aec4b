import os from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Database, openDatabase } from '@gable/persistence';
import {
  ConfigModule,
  DatabaseServer,
  LoggingModule,
  PROPERTY_SEARCH,
  RESOLVE_HOST,
  SEARCH_DATABASE,
} from '@gable/platform';
import {
  createLogger,
  createMetrics,
  fixedSecrets,
  Health,
  readConfig,
  Registry,
  Sealer,
  type Config,
  type Logger,
  type ResolveHost,
} from '@gable/runtime';
import { PostgresSearch } from '@gable/search-postgres';
import type { PropertySearch } from '@gable/search';
import {
  createTestDatabase,
  ingestFeed,
  loadDivisions,
  makeApiKey,
  revokeApiKey,
  type IngestReport,
  type WantedKey,
} from '@gable/testing';
import type { DynamicModule, ValueProvider } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { AddressInfo } from 'node:net';
import { createApi } from '../create-api.js';
import type { Drain } from '../drain.js';

export const KEY_PEPPER = 'pepper of the specs, long enough to be one';
/** Seals in the specs' API; stores of a spec open with it what the API sealed. */
const SEALING_KEY = Buffer.alloc(32, 'sealing key of the specs').toString('base64');
export const SEALER = new Sealer(SEALING_KEY);
const SECRETS = fixedSecrets({
  keyPepper: KEY_PEPPER,
  cursorSecret: 'cursor secret of the specs, long enough to be one',
  signingKeyEncryptionKey: SEALING_KEY,
});

/** Specs ask no name server. */
const NO_NAMES = () => Promise.reject(Object.assign(new Error('No address was found.'), { code: 'ENOTFOUND' }));

/** What a spec needs of an answer. */
export interface Answer {
  status: number;
  headers: Headers;
  // Specs look into bodies of every shape.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

export interface Asking {
  /** Default: a good key; null: none. */
  key?: string | null;
  /** Sent as JSON, a string as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

export type KeyOptions = Partial<WantedKey>;

interface Overrides extends Partial<
  Pick<
    Config,
    | 'accountQuotas'
    | 'destinationAllowedNetworks'
    | 'destinationDeniedNetworks'
    | 'feedLimits'
    | 'feedUploads'
    | 'metricsToken'
    | 'operatorAccounts'
    | 'publicRequestsPerMinute'
    | 'publicUrl'
    | 'rateLimitPerMinute'
    | 'requestSlots'
    | 'searchFacetsBudgetMs'
    | 'trustedProxies'
  >
> {
  search?: PropertySearch;
  /** Makes an engine that looks into the database of this API. */
  searchOver?: (database: Database) => PropertySearch;
  health?: Health;
  metrics?: Registry;
  log?: Logger;
  resolveHost?: ResolveHost;
}

/** The API on a real port over a real, empty database. */
export class ApiUnderTest {
  private constructor(
    readonly url: string,
    readonly database: Database,
    readonly app: NestFastifyApplication,
    readonly drain: Drain,
    readonly health: Health,
    readonly logged: string[],
    private readonly drop: () => Promise<void>,
  ) {}

  private goodKey: Promise<string> | undefined;

  static async start({
    searchOver = (database) => new PostgresSearch(database),
    search,
    health = new Health(),
    metrics = createMetrics('api'),
    log,
    resolveHost = NO_NAMES,
    ...settings
  }: Overrides = {}): Promise<ApiUnderTest> {
    const testDatabase = await createTestDatabase();
    const database = await openDatabase(testDatabase.url, { statementTimeoutMs: 5_000, poolSize: 4 });
    const logged: string[] = [];
    const config = {
      ...readConfig({ DATABASE_URL: testDatabase.url }),
      rateLimitPerMinute: 0,
      requestSlots: 64, // whatever processors this machine has
      ...settings,
    };
    log ??= createLogger({ name: 'api', destination: { write: (line: string) => void logged.push(line) } });
    health.add('database', () => database.query('select 1'));
    const { app, drain } = await createApi([
      ConfigModule.forRoot(config, SECRETS),
      LoggingModule.forRoot(log),
      globalModule([
        { provide: Database, useValue: database },
        { provide: DatabaseServer, useValue: { open: () => Promise.resolve(database) } },
        { provide: Health, useValue: health },
        { provide: Registry, useValue: metrics },
        { provide: SEARCH_DATABASE, useValue: database },
        { provide: PROPERTY_SEARCH, useValue: search ?? searchOver(database) },
        { provide: RESOLVE_HOST, useValue: resolveHost },
      ]),
    ]);
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    return new ApiUnderTest(`http://127.0.0.1:${port}`, database, app, drain, health, logged, () =>
      testDatabase.drop(),
    );
  }

  async stop(): Promise<void> {
    this.health.stop();
    await this.app.close();
    await this.database.close();
    await this.drop();
  }

  /** `address` is a path of this API, or whole: that of a proxy before it. */
  async ask(method: string, address: string, { key, body, headers = {} }: Asking = {}): Promise<Answer> {
    const shown = key === undefined ? await (this.goodKey ??= this.makeKey()) : key;
    const response = await fetch(new URL(address, this.url), {
      method,
      redirect: 'manual',
      headers: {
        ...(shown !== null && { 'x-api-key': shown }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body:
        body === undefined
          ? undefined
          : typeof body === 'string' || body instanceof Uint8Array
            ? body
            : JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status === 500)
      console.error(`${method} ${address} answered 500; the log says: ${this.logged.at(-1) ?? 'nothing'}`);
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as unknown) : text };
  }

  search(body: unknown, asking: Asking = {}): Promise<Answer> {
    return this.ask('POST', '/properties', { body, ...asking });
  }

  async makeKey({ account = 'Spec & Co', ...more }: KeyOptions = {}): Promise<string> {
    const { apiKey } = await makeApiKey(this.database, KEY_PEPPER, { account, ...more });
    return apiKey;
  }

  revoke(apiKey: string): Promise<void> {
    return revokeApiKey(this.database, apiKey);
  }

  async loadDivisions(divisions: readonly object[]): Promise<void> {
    await loadDivisions(this.database, lines(divisions), { rejectFile: rejectFile() });
  }

  ingest(states: readonly object[]): Promise<IngestReport> {
    return ingestFeed(this.database, lines(states), { rejectFile: rejectFile() });
  }
}

class SpecPlatform {}

function globalModule(providers: ValueProvider[]): DynamicModule {
  return { module: SpecPlatform, global: true, providers, exports: providers.map(({ provide }) => provide) };
}

function lines(objects: readonly object[]): Readable {
  return Readable.from(objects.map((each) => Buffer.from(`${JSON.stringify(each)}\n`)));
}

function rejectFile(): string {
  return path.join(os.tmpdir(), `gable-api-spec-${randomUUID()}.ndjson`);
}
