import { isIP } from 'node:net';
import path from 'node:path';
import type { Environment } from './environment.js';
import { retentionOf } from './retention.js';
import { WORKER_STAGES } from './worker-stages.js';

export const DEFAULT_PORT = 3000;
const TWO_DAYS_MS = 2 * 86_400_000;

/** What variables come to, with the defaults of those that are not set. */
export function settle(given: Environment) {
  const port = given.PORT ?? DEFAULT_PORT;
  const host = given.HOST ?? '127.0.0.1';
  const home = given.GABLE_HOME ?? path.resolve('.gable');
  return {
    port,
    host,
    home,
    /** Undefined = `secrets.json` of the home. */
    secretsFile: given.GABLE_SECRETS_FILE,
    /** Secrets of the environment: of each kind the one that is written with, then those that are read with, too. */
    givenSecrets: {
      ...(given.GABLE_KEY_PEPPER && { keyPepper: given.GABLE_KEY_PEPPER }),
      ...(given.GABLE_CURSOR_SECRET && { cursorSecret: given.GABLE_CURSOR_SECRET }),
      ...(given.GABLE_SIGNING_KEY_ENCRYPTION_KEY && {
        signingKeyEncryptionKey: given.GABLE_SIGNING_KEY_ENCRYPTION_KEY,
      }),
    },
    /** Folder of real feeds for tests and benches. */
    sampleData: given.GABLE_SAMPLE_DATA,
    /** Undefined = the embedded PostgreSQL of `home`. */
    databaseUrl: given.DATABASE_URL,
    /** The server itself, where `databaseUrl` leads to a pooler. */
    databaseDirectUrl: given.DATABASE_DIRECT_URL,
    /** Connections that one pool of a process may have for statements. */
    databasePoolSize: given.DATABASE_POOL_SIZE ?? 12,
    /** A standby that may answer searches and analytics, and by how much it may be behind. */
    databaseReplica: given.DATABASE_REPLICA_URL
      ? { url: given.DATABASE_REPLICA_URL, maxLagMs: given.DATABASE_REPLICA_MAX_LAG ?? 10_000 }
      : undefined,
    searchEngine: given.SEARCH_ENGINE ?? ('postgres' as const),
    /** Undefined = the local OpenSearch of `home`, which `npm start` runs. */
    openSearchUrl: given.OPENSEARCH_URL,
    /** Of the index in OpenSearch; the names of its indices begin with it. */
    openSearchAlias: given.OPENSEARCH_ALIAS ?? 'gable-properties',
    searchFallback: given.SEARCH_FALLBACK ?? ('postgres' as const),
    searchCountBudgetMs: given.SEARCH_COUNT_BUDGET ?? 1_000,
    searchFacetsBudgetMs: given.SEARCH_FACETS_BUDGET ?? 10_000,
    /** Undefined = maps are not kept in memory. */
    searchMapBytes: given.SEARCH_MAP_MEMORY,
    /** 0 = cities are not kept in memory. */
    searchCityBytes: given.SEARCH_CITY_MEMORY ?? 64 * 2 ** 20,
    feedsDir: given.FEEDS_DIR ?? path.join(home, 'feeds'),
    /** Only what is set; the library that reads feeds has the defaults. */
    feedLimits: {
      ...(given.FEED_MAX_BYTES !== undefined && { maxBytes: given.FEED_MAX_BYTES }),
      ...(given.FEED_MAX_NEW_SOURCES !== undefined && { maxNewSources: given.FEED_MAX_NEW_SOURCES }),
      ...(given.MAX_SOURCES !== undefined && { maxSources: given.MAX_SOURCES }),
      ...(given.SNAPSHOT_MAX_DROP !== undefined && { maxSnapshotDrop: given.SNAPSHOT_MAX_DROP }),
    },
    /** Ages of a source's newest state beyond which it is stale, by domain; `''` is the age of all others. */
    sourceStaleAfterMs: new Map([['', TWO_DAYS_MS], ...(given.SOURCE_STALE_AFTER ?? [])]) as ReadonlyMap<
      string,
      number
    >,
    /** Feeds over HTTP. */
    feedUploads: {
      /** Bytes of one as they come over the network. */
      maxBytes: given.FEED_UPLOAD_MAX_BYTES ?? 2 ** 30,
      longestMs: given.FEED_UPLOAD_TIMEOUT ?? 3_600_000,
      /** Bytes of all that wait, as they are stored; half of it for one account. */
      spoolBytes: given.FEED_SPOOL_MAX_BYTES ?? 8 * 2 ** 30,
      /** Jobs of one account that are not read yet. */
      jobsPerAccount: given.ACCOUNT_MAX_FEED_JOBS ?? 20,
    },
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM,
    /** Whether an address has to confirm before it gets mails. */
    emailConfirmation: given.EMAIL_CONFIRMATION ?? ('off' as const),
    /** What signs mails, the key as PEM; undefined: the mail server does, or nobody. */
    dkim: dkimOf(given),
    /** `off`: a process that starts keeps every worker of this store from sending, until an operator resumes. */
    delivery: given.DELIVERY ?? ('on' as const),
    deliveryScheduleMs: given.DELIVERY_SCHEDULE ?? [
      5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000,
    ],
    mailGatherMs: given.MAIL_GATHER ?? 300_000,
    /** Mails of one account to one address in any 24 hours; 0 = no bound. */
    addressMailsPerDay: given.ADDRESS_MAILS_PER_DAY ?? 2_000,
    /** CIDRs. */
    destinationAllowedNetworks: given.DESTINATION_ALLOWED_NETWORKS ?? [],
    /** CIDRs that are closed to webhooks, allowed or public. */
    destinationDeniedNetworks: given.DESTINATION_DENIED_NETWORKS ?? [],
    /** Per API key where nothing is said of it; 0 = no limit. */
    rateLimitPerMinute: given.RATE_LIMIT_PER_MINUTE ?? 600,
    /** A Valkey or Redis that counts requests for all processes; undefined: PostgreSQL does. */
    rateLimitRedisUrl: given.RATE_LIMIT_REDIS_URL,
    /** Per address, to each kind of route that needs no key; 0 = no limit. */
    publicRequestsPerMinute: given.PUBLIC_REQUESTS_PER_MINUTE ?? 600,
    /** How many processes answer behind the one port of an API. */
    apiProcesses: given.API_PROCESSES ?? 1,
    /** Requests that the processes of one API do at once; two for each of its processors where nothing is said. */
    requestSlots: given.REQUEST_SLOTS,
    /** CIDRs. */
    trustedProxies: given.TRUSTED_PROXIES ?? [],
    /** Names of accounts whose keys may correct for everybody which listings are one property. */
    operatorAccounts: given.OPERATOR_ACCOUNTS ?? [],
    accountQuotas: quotasOf(given),
    usageCounting: given.USAGE_COUNTING !== 'off',
    /** Without a slash at the end. */
    publicUrl: given.PUBLIC_URL ?? `http://${reachableHost(host)}:${port}`,
    workerPort: given.WORKER_PORT ?? (port < 65_535 ? port + 1 : port - 1),
    /** What a worker process does of the pipeline. */
    workerStages: given.WORKER_STAGES ?? WORKER_STAGES,
    /** By how much a worker gives way to other processes of its machine, as in nice(1). */
    workerNice: given.WORKER_NICE ?? 0,
    metricsToken: given.METRICS_TOKEN,
    /** The ground of the console's map; undefined: the outlines of divisions. */
    mapStyleUrl: given.MAP_STYLE_URL,
    mapTilesUrl: given.MAP_TILES_URL,
    /** Where else the style of the map may load from. */
    mapOrigins: given.MAP_ORIGINS ?? [],
    /** Where the console may load photos from. */
    consoleImageOrigins: given.CONSOLE_IMAGE_ORIGINS ?? [],
    /** How long events and notifications outlive their alert. */
    removedAlertsKeptMs: given.RETENTION_DELETED_ALERTS ?? 90 * 86_400_000,
    /** How long rows are kept that nobody removes; null: for ever. */
    retention: retentionOf(given),
    /** Only what is set; the library that reads criteria has the defaults. */
    criteriaLimits: {
      ...(given.CRITERIA_MAX_DEPTH !== undefined && { maxDepth: given.CRITERIA_MAX_DEPTH }),
      ...(given.CRITERIA_MAX_NODES !== undefined && { maxNodes: given.CRITERIA_MAX_NODES }),
      ...(given.CRITERIA_MAX_LIST !== undefined && { maxSetSize: given.CRITERIA_MAX_LIST }),
      ...(given.CRITERIA_MAX_POSITIONS !== undefined && { maxPositions: given.CRITERIA_MAX_POSITIONS }),
    },
    logLevel: given.LOG_LEVEL ?? ('info' as const),
    /** The collector of traces, and the share of them that is kept; undefined: there are none. */
    tracing: given.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: given.OTEL_TRACES_SAMPLER_ARG ?? 1 }
      : undefined,
  };
}

function dkimOf({ DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY_FILE: privateKey }: Environment) {
  return domain === undefined || selector === undefined || privateKey === undefined
    ? undefined
    : { domain, selector, privateKey };
}

/** Only what is set; the domain has the defaults. */
function quotasOf(given: Environment) {
  return {
    ...(given.ACCOUNT_MAX_ALERTS !== undefined && { alerts: given.ACCOUNT_MAX_ALERTS }),
    ...(given.ACCOUNT_MAX_SHAPES !== undefined && { shapes: given.ACCOUNT_MAX_SHAPES }),
    ...(given.ACCOUNT_MAX_FAVORITES !== undefined && { favorites: given.ACCOUNT_MAX_FAVORITES }),
    ...(given.ACCOUNT_MAX_KEYS !== undefined && { keys: given.ACCOUNT_MAX_KEYS }),
  };
}

/** An address that a link can name: "all interfaces" is none. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIP(host) === 6 ? `[${host}]` : host;
}
