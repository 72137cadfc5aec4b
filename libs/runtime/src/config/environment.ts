import path from 'node:path';
import { z } from 'zod';
import { databaseAddress } from './database-address.js';
import { dkimKeyFile } from './dkim-key.js';
import { keptFor } from './retention.js';
import { secretList } from './secret-list.js';
import {
  address,
  budget,
  tilesAddress,
  byteSize,
  byteSizeOrOff,
  domainName,
  duration,
  durations,
  durationsByName,
  filledText,
  headerToken,
  hostName,
  indexAlias,
  mailSender,
  names,
  networks,
  oneOf,
  origins,
  publicAddress,
  redisAddress,
  share,
  variable,
  wholeNumber,
} from './values.js';
import { workerStages } from './worker-stages.js';

/** Levels of the log, from the one that shows everything to the one that shows nothing. */
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const folder = variable('a folder', (text) => path.resolve(text));
const file = variable('a file', (text) => path.resolve(text));

const quota = wholeNumber(0, 999_999_999);

/** Every variable that a process reads, and what it may hold. */
export const environmentSchema = z.object({
  PORT: wholeNumber(1, 65_535).optional(),
  HOST: hostName.optional(),
  GABLE_HOME: folder.optional(),
  GABLE_SAMPLE_DATA: folder.optional(),
  GABLE_SECRETS_FILE: file.optional(),
  GABLE_KEY_PEPPER: secretList('keyPepper').optional(),
  GABLE_CURSOR_SECRET: secretList('cursorSecret').optional(),
  GABLE_SIGNING_KEY_ENCRYPTION_KEY: secretList('signingKeyEncryptionKey').optional(),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_POOL_SIZE: wholeNumber(4, 200).optional(),
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  DATABASE_REPLICA_MAX_LAG: duration.optional(),
  SEARCH_ENGINE: oneOf('postgres', 'opensearch').optional(),
  OPENSEARCH_URL: address('http', 'https').optional(),
  OPENSEARCH_ALIAS: indexAlias.optional(),
  SEARCH_FALLBACK: oneOf('postgres', 'off').optional(),
  SEARCH_COUNT_BUDGET: budget.optional(),
  SEARCH_FACETS_BUDGET: budget.optional(),
  SEARCH_MAP_MEMORY: byteSize.optional(),
  SEARCH_CITY_MEMORY: byteSizeOrOff.optional(),
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
  ADDRESS_MAILS_PER_DAY: wholeNumber(0, 1_000_000).optional(),
  DESTINATION_ALLOWED_NETWORKS: networks.optional(),
  DESTINATION_DENIED_NETWORKS: networks.optional(),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 10_000_000).optional(),
  RATE_LIMIT_REDIS_URL: redisAddress.optional(),
  PUBLIC_REQUESTS_PER_MINUTE: wholeNumber(0, 1_000_000).optional(),
  API_PROCESSES: wholeNumber(1, 64).optional(),
  REQUEST_SLOTS: wholeNumber(1, 1_000).optional(),
  TRUSTED_PROXIES: networks.optional(),
  OPERATOR_ACCOUNTS: names.optional(),
  ACCOUNT_MAX_ALERTS: quota.optional(),
  ACCOUNT_MAX_SHAPES: quota.optional(),
  ACCOUNT_MAX_FAVORITES: quota.optional(),
  ACCOUNT_MAX_KEYS: quota.optional(),
  USAGE_COUNTING: oneOf('on', 'off').optional(),
  PUBLIC_URL: publicAddress.optional(),
  WORKER_PORT: wholeNumber(1, 65_535).optional(),
  WORKER_STAGES: workerStages.optional(),
  WORKER_NICE: wholeNumber(0, 19).optional(),
  METRICS_TOKEN: headerToken(8).optional(),
  MAP_STYLE_URL: address('http', 'https').optional(),
  MAP_TILES_URL: tilesAddress.optional(),
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

/** The variables that are set. */
export type Environment = z.infer<typeof environmentSchema>;
