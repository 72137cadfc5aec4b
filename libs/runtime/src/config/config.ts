import { distance } from 'fastest-levenshtein';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { dkimKeyFile } from './dkim-key.js';
import { keptFor, retentionOf, retentionProblems } from './retention.js';
import { secretList } from './secret-list.js';
import {
  address,
  byteSize,
  domainName,
  duration,
  durations,
  durationsByName,
  filledText,
  hidden,
  hostName,
  mailSender,
  names,
  networks,
  oneOf,
  origins,
  share,
  variable,
  wholeNumber,
} from './values.js';
import { WORKER_STAGES, workerStages } from './worker-stages.js';

/** Levels of the log, from the one that shows everything to the one that shows nothing. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const folder = variable('a folder', (text) => path.resolve(text));
const file = variable('a file', (text) => path.resolve(text));

const quota = wholeNumber(0, 999_999_999);

const environmentSchema = z.object({
  PORT: wholeNumber(1, 65_535).optional(),
  HOST: hostName.optional(),
  GABLE_HOME: folder.optional(),
  GABLE_SAMPLE_DATA: folder.optional(),
  GABLE_SECRETS_FILE: file.optional(),
  GABLE_KEY_PEPPER: secretList('keyPepper').optional(),
  GABLE_CURSOR_SECRET: secretList('cursorSecret').optional(),
  GABLE_SIGNING_KEY_ENCRYPTION_KEY: secretList('signingKeyEncryptionKey').optional(),
  DATABASE_URL: address('postgres', 'postgresql').optional(),
  SEARCH_ENGINE: oneOf('postgres', 'opensearch').optional(),
  OPENSEARCH_URL: address('http', 'https').optional(),
  SEARCH_FALLBACK: oneOf('postgres', 'off').optional(),
  SEARCH_COUNT_BUDGET: duration.optional(),
  SEARCH_FACETS_BUDGET: duration.optional(),
  SEARCH_MAP_MEMORY: byteSize.optional(),
  FEEDS_DIR: folder.optional(),
  FEED_MAX_BYTES: byteSize.optional(),
  FEED_MAX_NEW_SOURCES: wholeNumber(0, 1_000_000).optional(),
  MAX_SOURCES: wholeNumber(0, 10_000_000).optional(),
  SNAPSHOT_MAX_DROP: share.optional(),
  SOURCE_STALE_AFTER: durationsByName.optional(),
  FEED_UPLOAD_MAX_BYTES: byteSize.optional(),
  FEED_UPLOAD_TIMEOUT: duration.optional(),
  FEED_SPOOL_MAX_BYTES: byteSize.optional(),
  ACCOUNT_MAX_FEED_JOBS: wholeNumber(1, 10_000).optional(),
  SMTP_URL: address('smtp', 'smtps').optional(),
  MAIL_FROM: mailSender.optional(),
  EMAIL_CONFIRMATION: oneOf('off', 'required').optional(),
  DKIM_DOMAIN: domainName.optional(),
  DKIM_SELECTOR: domainName.optional(),
  DKIM_KEY_FILE: dkimKeyFile.optional(),
  DELIVERY: oneOf('on', 'off').optional(),
  DELIVERY_SCHEDULE: durations.optional(),
  MAIL_GATHER: duration.optional(),
  DESTINATION_ALLOWED_NETWORKS: networks.optional(),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 10_000_000).optional(),
  PUBLIC_REQUESTS_PER_MINUTE: wholeNumber(0, 1_000_000).optional(),
  REQUEST_SLOTS: wholeNumber(1, 1_000).optional(),
  TRUSTED_PROXIES: networks.optional(),
  OPERATOR_ACCOUNTS: names.optional(),
  ACCOUNT_MAX_ALERTS: quota.optional(),
  ACCOUNT_MAX_SHAPES: quota.optional(),
  ACCOUNT_MAX_FAVORITES: quota.optional(),
  ACCOUNT_MAX_KEYS: quota.optional(),
  USAGE_COUNTING: oneOf('on', 'off').optional(),
  PUBLIC_URL: address('http', 'https').optional(),
  WORKER_PORT: wholeNumber(1, 65_535).optional(),
  WORKER_STAGES: workerStages.optional(),
  WORKER_NICE: wholeNumber(0, 19).optional(),
  METRICS_TOKEN: hidden(8).optional(),
  MAP_STYLE_URL: address('http', 'https').optional(),
  MAP_TILES_URL: address('http', 'https').optional(),
  MAP_ORIGINS: origins.optional(),
  CONSOLE_IMAGE_ORIGINS: origins.optional(),
  RETENTION_DELETED_ALERTS: duration.optional(),
  RETENTION_EVENTS: keptFor.optional(),
  RETENTION_NOTIFICATIONS: keptFor.optional(),
  RETENTION_REVISIONS: keptFor.optional(),
  RETENTION_MARKET_EVENTS: keptFor.optional(),
  CRITERIA_MAX_DEPTH: wholeNumber(1, 100).optional(),
  CRITERIA_MAX_NODES: wholeNumber(1, 10_000).optional(),
  CRITERIA_MAX_LIST: wholeNumber(1, 10_000).optional(),
  CRITERIA_MAX_POSITIONS: wholeNumber(1, 1_000_000).optional(),
  LOG_LEVEL: oneOf(...logLevels).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('http', 'https').optional(),
  OTEL_TRACES_SAMPLER_ARG: share.optional(),
  /** Set by the specs' global setup for its own cluster. */
  GABLE_TEST_HOME: filledText.optional(),
});

type Environment = z.infer<typeof environmentSchema>;

/** The settings of a process, as docs/configuration.md lists them; all folders absolute, all times in milliseconds. */
export type Config = ReturnType<typeof settle>;

/** The environment cannot be used. `problems` holds one sentence per mistake, each naming its variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/**
 * Reads the settings of this process. An empty variable counts as not set.
 * @throws ConfigError with every problem at once.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const known = Object.keys(environmentSchema.shape);
  const given = Object.fromEntries(
    known.flatMap((name) => (environment[name]?.trim() ? [[name, environment[name].trim()]] : [])),
  );
  const parsed = environmentSchema.safeParse(given);
  const problems = [
    ...unknownNames(Object.keys(environment), known),
    ...(parsed.success
      ? contradictions(parsed.data)
      : parsed.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}.`)),
  ];
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems);
  return settle(parsed.data);
}

function unknownNames(names: readonly string[], known: readonly string[]): string[] {
  return names
    .filter((name) => name.startsWith('GABLE_') && !known.includes(name))
    .map((name) => {
      // Also names without the prefix: GABLE_PORT is a likely slip for PORT, though a letter more likely one for its
      // like.
      const farFrom = (each: string): number =>
        Math.min(distance(name, each), distance(name.slice('GABLE_'.length), each) + 0.5);
      const best = known.map((each) => ({ each, far: farFrom(each) })).sort((a, b) => a.far - b.far)[0];
      const advice = best !== undefined && best.far <= 3 ? `; did you mean ${best.each}?` : '.';
      return `${name}: there is no such setting${advice}`;
    });
}

function contradictions(given: Environment): string[] {
  const problems: string[] = [];
  if (given.SMTP_URL !== undefined && given.MAIL_FROM === undefined)
    problems.push('MAIL_FROM: has to be set where SMTP_URL is.');
  problems.push(...dkimProblems(given), ...retentionProblems(given));
  if (given.WORKER_PORT !== undefined && given.WORKER_PORT === (given.PORT ?? DEFAULT_PORT))
    problems.push(`WORKER_PORT: ${given.WORKER_PORT} is the port of the API already.`);
  if (given.WORKER_STAGES?.join() === 'indexing' && given.SEARCH_ENGINE !== 'opensearch')
    problems.push('WORKER_STAGES: indexing alone has nothing to do, unless SEARCH_ENGINE is opensearch.');
  return problems;
}

function dkimProblems(given: Environment): string[] {
  const names = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY_FILE'] as const;
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length === names.length) return [];
  const set = names.filter((name) => given[name] !== undefined).join(' and ');
  return missing.map((name) => `${name}: has to be set where ${set} ${missing.length === 2 ? 'is' : 'are'}.`);
}

const DEFAULT_PORT = 3000;
const TWO_DAYS_MS = 2 * 86_400_000;

function settle(given: Environment) {
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
    searchEngine: given.SEARCH_ENGINE ?? ('postgres' as const),
    /** Undefined = the local OpenSearch of `home`, which `npm start` runs. */
    openSearchUrl: given.OPENSEARCH_URL,
    searchFallback: given.SEARCH_FALLBACK ?? ('postgres' as const),
    searchCountBudgetMs: given.SEARCH_COUNT_BUDGET ?? 1_000,
    searchFacetsBudgetMs: given.SEARCH_FACETS_BUDGET ?? 10_000,
    /** Undefined = maps are not kept in memory. */
    searchMapBytes: given.SEARCH_MAP_MEMORY,
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
    /** CIDRs. */
    destinationAllowedNetworks: given.DESTINATION_ALLOWED_NETWORKS ?? [],
    /** Per API key; 0 = no limit. */
    rateLimitPerMinute: given.RATE_LIMIT_PER_MINUTE ?? 600,
    /** Per address, to each kind of route that needs no key; 0 = no limit. */
    publicRequestsPerMinute: given.PUBLIC_REQUESTS_PER_MINUTE ?? 600,
    /** Requests that one API process does at once; two for each of its processors where nothing is said. */
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
