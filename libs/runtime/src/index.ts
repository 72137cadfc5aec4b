export { FairSlots, type FairSlotsOptions, type SlotClaim, type AccountClaims } from './admission/fair-slots.js';
export { LoopTurns } from './admission/loop-turns.js';
export { type Config, ConfigError, readConfig } from './config/config.js';
export { staleAfterSeconds } from './config/stale-after.js';
export { parseDurationMs } from './config/durations.js';
export { openSearchHome, openSearchUrlOf } from './config/local-opensearch.js';
export { readConfigOrExit } from './config/read-config-or-exit.js';
export { neededStages, WORKER_STAGES, type WorkerStage } from './config/worker-stages.js';
export {
  announcePort,
  startHealthServer,
  type HealthServer,
  type HealthServerOptions,
} from './health/health-server.js';
export { Health, type Readiness, type HealthCheck, type HealthWatch, type Findings } from './health/health.js';
export { generateApiKey, hashApiKey, isSameApiKey, parseApiKey, type GeneratedApiKey } from './keys/api-key.js';
export { createLogger, type LoggerOptions } from './logging/logger.js';
export { redact } from './logging/redact.js';
export { beginAtZero, createMetrics, mayReadMetrics } from './metrics/metrics.js';
export { MetricsSum, type MetricValues } from './metrics/metrics-sum.js';
export { keptRead, sharedRead } from './metrics/shared-read.js';
export { ACCEPTED_IN_A_TURN, AcceptTogether } from './network/accept-together.js';
export { freePort } from './network/free-port.js';
export { listeningProblem } from './network/listening-problem.js';
export { type ResolveHost, hostResolver } from './network/resolve-host.js';
export { type Addresses, type Host, readAddresses } from './postgres/addresses.js';
export { type EmbeddedPostgres, acquirePostgres, type EmbeddedPostgresOptions } from './postgres/embedded-postgres.js';
export { connectionProblem, type DatabaseSettings } from './postgres/connection-problem.js';
export { binariesPackage } from './postgres/binaries.js';
export { type ClusterMove, moveCluster, type MoveOptions } from './postgres/move-cluster.js';
export { PostgresStartError } from './postgres/start-error.js';
export { findRunningServer, type RunningServer } from './postgres/running-server.js';
export {
  environmentMessage,
  environmentThatFollows,
  withoutItsEnvironment,
  type EnvironmentMessage,
} from './process/environment-that-follows.js';
export { RestartPauses } from './process/restart-pauses.js';
export { withFileLock } from './process/file-lock.js';
export { giveWay } from './process/give-way.js';
export { identifyProcess, type ProcessIdentity } from './process/process-identity.js';
export { withLargePages } from './process/large-pages.js';
export { folderProblem, makeHome } from './secrets/home-folder.js';
export { SealBroken, type SealedPlace, Sealer } from './secrets/seal.js';
export { type KnownSecret, judgeSecrets, SecretsRefused } from './secrets/judge-secrets.js';
export { KeyRing, type RingKey, ringKeyOf, ringOf } from './secrets/key-ring.js';
export { fixedSecrets, LOOK_EVERY_MS, openSecrets, SecretRings } from './secrets/secret-rings.js';
export {
  makeSecret,
  readSecretsFile,
  replaceSecretsFile,
  SECRET_KINDS,
  type SecretKind,
  type SecretsFile,
} from './secrets/secrets-file.js';
export {
  lacksSecrets,
  needsNoFile,
  readSecrets,
  type Secrets,
  secretsFileOf,
  type SecretsOrigin,
} from './secrets/secrets.js';
export {
  type RequestSpan,
  setTracer,
  type SpanAttributes,
  type SpanIds,
  spanIdOf,
  traced,
  traceHeaders,
  traceIdOf,
  type Tracer,
  type TraceStep,
  tracing,
} from './tracing/tracer.js';
export { Shutdown, type ShutdownOptions } from './shutdown/shutdown.js';

export type { Logger } from './logging/logger.js';
export { Counter, Gauge, Histogram, Registry } from './metrics/metrics.js';
