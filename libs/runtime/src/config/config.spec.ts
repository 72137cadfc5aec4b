import path from 'node:path';
import { ConfigError, readConfig } from './config.js';

function problemsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('has the documented defaults', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      home: path.resolve('.gable'),
      sampleData: undefined,
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      databasePoolSize: 12,
      databaseReplica: undefined,
      searchEngine: 'postgres',
      openSearchUrl: undefined,
      openSearchAlias: 'gable-properties',
      searchFallback: 'postgres',
      searchCountBudgetMs: 1_000,
      searchCityBytes: 64 * 2 ** 20,
      searchFacetsBudgetMs: 10_000,
      feedsDir: path.resolve('.gable/feeds'),
      smtpUrl: undefined,
      mailFrom: undefined,
      emailConfirmation: 'off',
      dkim: undefined,
      delivery: 'on',
      deliveryScheduleMs: [
        5_000,
        5 * 60_000,
        30 * 60_000,
        2 * 3_600_000,
        5 * 3_600_000,
        10 * 3_600_000,
        14 * 3_600_000,
        20 * 3_600_000,
        24 * 3_600_000,
      ],
      mailGatherMs: 300_000,
      addressMailsPerDay: 2_000,
      destinationAllowedNetworks: [],
      destinationDeniedNetworks: [],
      rateLimitPerMinute: 600,
      publicRequestsPerMinute: 600,
      apiProcesses: 1,
      requestSlots: undefined,
      removedAlertsKeptMs: 90 * 86_400_000,
      retention: {
        eventsMs: 730 * 86_400_000,
        notificationsMs: 730 * 86_400_000,
        revisionsMs: null,
        marketEventsMs: null,
      },
      trustedProxies: [],
      operatorAccounts: [],
      accountQuotas: {},
      usageCounting: true,
      publicUrl: 'http://127.0.0.1:3000',
      workerPort: 3001,
      workerStages: ['ingest', 'matching', 'delivery', 'indexing', 'upkeep'],
      workerNice: 0,
      metricsToken: undefined,
      mapStyleUrl: undefined,
      mapTilesUrl: undefined,
      mapOrigins: [],
      consoleImageOrigins: [],
      logLevel: 'info',
      criteriaLimits: {},
      feedLimits: {},
      sourceStaleAfterMs: new Map([['', 172_800_000]]),
      feedUploads: { maxBytes: 2 ** 30, longestMs: 3_600_000, spoolBytes: 8 * 2 ** 30, jobsPerAccount: 20 },
      secretsFile: undefined,
      givenSecrets: {},
    });
  });

  it('reads every setting', () => {
    expect(
      readConfig({
        PORT: '8080',
        HOST: '::',
        GABLE_HOME: '/srv/gable',
        GABLE_SAMPLE_DATA: '/srv/data',
        DATABASE_URL: 'postgres://u:p@db/gable',
        DATABASE_DIRECT_URL: 'postgres://u:p@one:5432,two:5433/gable?sslmode=require',
        DATABASE_POOL_SIZE: '20',
        DATABASE_REPLICA_URL: 'postgresql://u:p@three/gable/',
        DATABASE_REPLICA_MAX_LAG: '2s',
        SEARCH_ENGINE: 'opensearch',
        OPENSEARCH_URL: 'https://search:9200/',
        OPENSEARCH_ALIAS: 'staging.properties-2',
        SEARCH_FALLBACK: 'off',
        SEARCH_COUNT_BUDGET: '250ms',
        SEARCH_FACETS_BUDGET: '2s',
        SEARCH_MAP_MEMORY: '256m',
        SEARCH_CITY_MEMORY: 'off',
        FEEDS_DIR: '/srv/in',
        SMTP_URL: 'smtp://mail:25',
        MAIL_FROM: 'a@b.example',
        EMAIL_CONFIRMATION: 'required',
        DELIVERY: 'off',
        DELIVERY_SCHEDULE: '1s, 250ms,2m',
        MAIL_GATHER: '1h',
        ADDRESS_MAILS_PER_DAY: '40',
        DESTINATION_ALLOWED_NETWORKS: '127.0.0.0/8, fd00::/8',
        DESTINATION_DENIED_NETWORKS: '2a01:4f8:1::/48',
        RATE_LIMIT_PER_MINUTE: '0',
        RETENTION_DELETED_ALERTS: '30d',
        RETENTION_EVENTS: '1y',
        RETENTION_NOTIFICATIONS: '90d',
        RETENTION_REVISIONS: '5y',
        RETENTION_MARKET_EVENTS: 'forever',
        PUBLIC_REQUESTS_PER_MINUTE: '30',
        API_PROCESSES: '4',
        REQUEST_SLOTS: '12',
        TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8',
        OPERATOR_ACCOUNTS: 'operators, Support & Co',
        ACCOUNT_MAX_ALERTS: '7',
        ACCOUNT_MAX_KEYS: '0',
        USAGE_COUNTING: 'off',
        PUBLIC_URL: 'https://gable.example/',
        WORKER_PORT: '9000',
        WORKER_STAGES: 'delivery, matching',
        WORKER_NICE: '7',
        METRICS_TOKEN: 'long-enough',
        MAP_STYLE_URL: 'https://map.example/style.json',
        MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png',
        MAP_ORIGINS: 'https://sprites.example, http://127.0.0.1:8080/',
        CONSOLE_IMAGE_ORIGINS: 'https:',
        LOG_LEVEL: 'warn',
        CRITERIA_MAX_DEPTH: '8',
        CRITERIA_MAX_NODES: '50',
        CRITERIA_MAX_LIST: '20',
        CRITERIA_MAX_POSITIONS: '3000',
        FEED_MAX_BYTES: '500m',
        FEED_MAX_NEW_SOURCES: '5',
        MAX_SOURCES: '100',
        SNAPSHOT_MAX_DROP: '12.5%',
        SOURCE_STALE_AFTER: '1d, Slow.example=14d',
        FEED_UPLOAD_MAX_BYTES: '2m',
        FEED_UPLOAD_TIMEOUT: '10m',
        FEED_SPOOL_MAX_BYTES: '1g',
        ACCOUNT_MAX_FEED_JOBS: '3',
        GABLE_SECRETS_FILE: '/run/secrets/gable.json',
        GABLE_KEY_PEPPER: `${'n'.repeat(32)}, ${'o'.repeat(32)}`,
        GABLE_SIGNING_KEY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      }),
    ).toEqual({
      port: 8080,
      host: '::',
      home: '/srv/gable',
      sampleData: '/srv/data',
      databaseUrl: 'postgres://u:p@db/gable',
      databaseDirectUrl: 'postgres://u:p@one:5432,two:5433/gable?sslmode=require',
      databasePoolSize: 20,
      databaseReplica: { url: 'postgresql://u:p@three/gable', maxLagMs: 2_000 },
      searchEngine: 'opensearch',
      openSearchUrl: 'https://search:9200',
      openSearchAlias: 'staging.properties-2',
      searchFallback: 'off',
      searchCountBudgetMs: 250,
      searchFacetsBudgetMs: 2_000,
      searchMapBytes: 256 * 2 ** 20,
      searchCityBytes: 0,
      feedsDir: '/srv/in',
      smtpUrl: 'smtp://mail:25',
      mailFrom: { name: 'Gable', address: 'a@b.example' },
      emailConfirmation: 'required',
      dkim: undefined,
      delivery: 'off',
      deliveryScheduleMs: [1_000, 250, 120_000],
      mailGatherMs: 3_600_000,
      addressMailsPerDay: 40,
      destinationAllowedNetworks: ['127.0.0.0/8', 'fd00::/8'],
      destinationDeniedNetworks: ['2a01:4f8:1::/48'],
      rateLimitPerMinute: 0,
      publicRequestsPerMinute: 30,
      apiProcesses: 4,
      requestSlots: 12,
      removedAlertsKeptMs: 30 * 86_400_000,
      retention: {
        eventsMs: 365 * 86_400_000,
        notificationsMs: 90 * 86_400_000,
        revisionsMs: 1_825 * 86_400_000,
        marketEventsMs: null,
      },
      trustedProxies: ['10.0.0.0/8', 'fd00::/8'],
      operatorAccounts: ['operators', 'Support & Co'],
      accountQuotas: { alerts: 7, keys: 0 },
      usageCounting: false,
      publicUrl: 'https://gable.example',
      workerPort: 9000,
      workerStages: ['matching', 'delivery'],
      workerNice: 7,
      metricsToken: 'long-enough',
      mapStyleUrl: 'https://map.example/style.json',
      mapTilesUrl: 'https://tiles.example/{z}/{x}/{y}.png',
      mapOrigins: ['https://sprites.example', 'http://127.0.0.1:8080'],
      consoleImageOrigins: ['https:'],
      logLevel: 'warn',
      criteriaLimits: { maxDepth: 8, maxNodes: 50, maxSetSize: 20, maxPositions: 3_000 },
      feedLimits: { maxBytes: 500 * 2 ** 20, maxNewSources: 5, maxSources: 100, maxSnapshotDrop: 0.125 },
      sourceStaleAfterMs: new Map([
        ['', 86_400_000],
        ['slow.example', 14 * 86_400_000],
      ]),
      feedUploads: { maxBytes: 2 * 2 ** 20, longestMs: 600_000, spoolBytes: 2 ** 30, jobsPerAccount: 3 },
      secretsFile: '/run/secrets/gable.json',
      givenSecrets: {
        keyPepper: ['n'.repeat(32), 'o'.repeat(32)],
        signingKeyEncryptionKey: [Buffer.alloc(32).toString('base64')],
      },
    });
  });

  it('never repeats a secret that cannot be used', () => {
    const problems = problemsOf({ GABLE_KEY_PEPPER: 'too short', GABLE_SIGNING_KEY_ENCRYPTION_KEY: 'c2hvcnQ=' });
    expect(problems).toEqual([
      'GABLE_KEY_PEPPER: expects a secret of at least 32 characters, or several separated by commas.',
      'GABLE_SIGNING_KEY_ENCRYPTION_KEY: expects 32 bytes in base64, or several separated by commas.',
    ]);
  });

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '  ' })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  it.each([
    ['PORT', '0', 'PORT: expects a whole number from 1 to 65535, got "0".'],
    ['PORT', '3000.5', 'PORT: expects a whole number from 1 to 65535, got "3000.5".'],
    ['PORT', '1e3', 'PORT: expects a whole number from 1 to 65535, got "1e3".'],
    ['TRUSTED_PROXIES', '10.0.0.1', 'TRUSTED_PROXIES: expects networks such as 127.0.0.0/8,fd00::/8, got "10.0.0.1".'],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/33',
      'TRUSTED_PROXIES: expects networks such as 127.0.0.0/8,fd00::/8, got "10.0.0.0/33".',
    ],
    ['ACCOUNT_MAX_SHAPES', '-1', 'ACCOUNT_MAX_SHAPES: expects a whole number from 0 to 999999999, got "-1".'],
    [
      'OPERATOR_ACCOUNTS',
      'a,,b',
      'OPERATOR_ACCOUNTS: expects names separated by commas, such as operators,support, got "a,,b".',
    ],
    ['HOST', 'no host', 'HOST: expects an IP address or a host name, got "no host".'],
    ['SEARCH_ENGINE', 'elastic', 'SEARCH_ENGINE: expects one of postgres, opensearch, got "elastic".'],
    [
      'DELIVERY_SCHEDULE',
      '5s,soon',
      'DELIVERY_SCHEDULE: expects durations separated by commas, such as 5s,5m,30m, got "5s,soon".',
    ],
    ['SNAPSHOT_MAX_DROP', '30', 'SNAPSHOT_MAX_DROP: expects a share from 0 to 1, or in percent such as 30%, got "30".'],
    [
      'SOURCE_STALE_AFTER',
      '1d,a=1d,a=2d',
      'SOURCE_STALE_AFTER: expects durations such as 2d or 2d,slow.example=14d, got "1d,a=1d,a=2d".',
    ],
    ['MAIL_GATHER', '5', 'MAIL_GATHER: expects a duration such as 5s, 30m or 2h, got "5".'],
    ['MAIL_GATHER', '1001y', 'MAIL_GATHER: expects a duration of 1000y at most, got "1001y".'],
    ['DELIVERY_SCHEDULE', '5s,9999y', 'DELIVERY_SCHEDULE: expects durations of 1000y at most, got "5s,9999y".'],
    [
      'RETENTION_DELETED_ALERTS',
      '9999y',
      'RETENTION_DELETED_ALERTS: expects a duration of 1000y at most, got "9999y".',
    ],
    [
      'RETENTION_EVENTS',
      '1001y',
      'RETENTION_EVENTS: expects a duration from a day to 1000y such as 90d or 2y, or forever, got "1001y".',
    ],
    ...['SEARCH_COUNT_BUDGET', 'SEARCH_FACETS_BUDGET'].map((name) => [
      name,
      '61m',
      `${name}: expects a duration such as 500ms or 5s, of 1h at most, got "61m".`,
    ]),
    [
      'DESTINATION_ALLOWED_NETWORKS',
      '10.0.0.0/33',
      'DESTINATION_ALLOWED_NETWORKS: expects networks such as 127.0.0.0/8,fd00::/8, got "10.0.0.0/33".',
    ],
    ['ADDRESS_MAILS_PER_DAY', 'off', 'ADDRESS_MAILS_PER_DAY: expects a whole number from 0 to 1000000, got "off".'],
    ['RATE_LIMIT_PER_MINUTE', '-1', 'RATE_LIMIT_PER_MINUTE: expects a whole number from 0 to 10000000, got "-1".'],
    [
      'MAIL_FROM',
      'a@b, c@d',
      'MAIL_FROM: expects one mail address, such as alerts@example.org or Gable <alerts@example.org>, got "a@b, c@d".',
    ],
    ['EMAIL_CONFIRMATION', 'on', 'EMAIL_CONFIRMATION: expects one of off, required, got "on".'],
    [
      'MAP_ORIGINS',
      'https://map.example/style',
      'MAP_ORIGINS: expects origins such as https://tiles.example,https://img.example:8443, or https:, got ' +
        '"https://map.example/style".',
    ],
    ...['https://tiles.example/tiles', 'https://tiles.example/{z}/{x}.png', 'tiles.example/{z}/{x}/{y}.png'].map(
      (url) => [
        'MAP_TILES_URL',
        url,
        'MAP_TILES_URL: expects an address of tiles that contains their place, such as ' +
          'https://tiles.example/{z}/{x}/{y}.png.',
      ],
    ),
    ...['gable.example', 'https://gable.example/?a=b', 'https://gable.example/#a', 'https://u:p@gable.example'].map(
      (url) => [
        'PUBLIC_URL',
        url,
        'PUBLIC_URL: expects an address that begins with http:// or https://, without user, password, ? and #.',
      ],
    ),
    ...['Staging', '-gable', 'a,b', 'a*'].map((alias) => [
      'OPENSEARCH_ALIAS',
      alias,
      'OPENSEARCH_ALIAS: expects a name such as staging-properties: up to 100 lower-case letters, digits, ., _ and -, ' +
        `first a letter or digit, got "${alias}".`,
    ]),
    ['OPENSEARCH_URL', 'http://u:50%@s', 'OPENSEARCH_URL: expects user and password percent-encoded: % as %25.'],
    [
      'RATE_LIMIT_REDIS_URL',
      'redis://:50%@h',
      'RATE_LIMIT_REDIS_URL: expects user and password percent-encoded: % as %25.',
    ],
    ...['redis://h?db=1', 'redis://h#1'].map((url) => [
      'RATE_LIMIT_REDIS_URL',
      url,
      'RATE_LIMIT_REDIS_URL: expects an address such as redis://user:password@host:6379, with nothing after it ' +
        'but the number of a database.',
    ]),
    ...['short', 'schlüsselwort', 'two words'].map((token) => [
      'METRICS_TOKEN',
      token,
      'METRICS_TOKEN: expects at least 8 characters, only visible ASCII characters without spaces.',
    ]),
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'collector:4318',
      'OTEL_EXPORTER_OTLP_ENDPOINT: expects an address that begins with http:// or https://.',
    ],
    [
      'OTEL_TRACES_SAMPLER_ARG',
      '2',
      'OTEL_TRACES_SAMPLER_ARG: expects a share from 0 to 1, or in percent such as 30%, got "2".',
    ],
    [
      'LOG_LEVEL',
      'verbose',
      'LOG_LEVEL: expects one of trace, debug, info, warn, error, fatal, silent, got "verbose".',
    ],
    [
      'WORKER_STAGES',
      'matching,,deliver',
      'WORKER_STAGES: expects names among ingest, matching, delivery, indexing, upkeep, separated by commas, got an ' +
        'empty name and "deliver".',
    ],
    [
      'WORKER_STAGES',
      'indexing',
      'WORKER_STAGES: indexing alone has nothing to do unless SEARCH_ENGINE is opensearch.',
    ],
    ['DELIVERY', 'no', 'DELIVERY: expects one of on, off, got "no".'],
    ['WORKER_PORT', '3000', 'WORKER_PORT: 3000 is already the port of the API.'],
  ])('refuses %s=%s', (name, value, problem) => {
    expect(problemsOf({ [name]: value })).toEqual([problem]);
  });

  it('lists every problem at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y', GABLE_HOEM: '/srv' })).toThrow(
      'The configuration cannot be used:\n  - GABLE_HOEM: there is no such setting; did you mean GABLE_HOME?\n' +
        '  - PORT: expects a whole number from 1 to 65535, got "x".\n  - LOG_LEVEL: expects one of trace, debug, info, warn, error, fatal, silent, got "y".',
    );
  });

  it('never repeats a secret', () => {
    const problems = problemsOf({
      DATABASE_URL: 'mysql://root:hunter2@db',
      SMTP_URL: 'hunter2',
      METRICS_TOKEN: 'hunter2',
    });
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toContain('hunter2');
  });

  it.each(['p@ss/w:rd', '12/3', '1?x', '1#x', '50%', 'a/b?c=d'])(
    'says of the password %s that it has to be percent-encoded, and shows none of it',
    (password) => {
      const problem = problemsOf({
        DATABASE_URL: `postgres://lim:${password}@db.example:5432/gable?sslmode=require`,
      })[0]!;
      expect(problem).toMatch(/^DATABASE_URL: expects user and password percent-encoded: @ as %40,/);
      expect(problem).not.toContain('db.example');
      const encoded = encodeURIComponent(password);
      const databaseUrl = `postgres://lim:${encoded}@db.example:5432/gable?user=lim@tenant`;
      expect(readConfig({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
    },
  );

  it('takes of a Redis the number of a database behind its host, and nothing else', () => {
    const of = (url: string) => readConfig({ RATE_LIMIT_REDIS_URL: url });
    for (const url of ['redis://h:6379', 'rediss://u:p@h/2']) expect(() => of(url)).not.toThrow();
    expect(problemsOf({ RATE_LIMIT_REDIS_URL: 'redis://u:secret@127.0.0.1:1/0x' })).toEqual([
      expect.stringMatching(/^RATE_LIMIT_REDIS_URL: expects (?!.*secret)/),
    ]);
  });

  it('suggests the name without the prefix, and nothing where nothing is near', () => {
    expect(problemsOf({ GABLE_PORT: '1' })).toEqual(['GABLE_PORT: there is no such setting; did you mean PORT?']);
    expect(problemsOf({ GABLE_QUITE_ELSE: '1' })).toEqual(['GABLE_QUITE_ELSE: there is no such setting.']);
  });

  it('leaves other programs’ variables alone', () => {
    expect(problemsOf({ PATH: '/bin', GABLER: 'x', npm_config_port: '1' })).toEqual([]);
  });

  it('wants what belongs together', () => {
    expect(problemsOf({ SMTP_URL: 'smtps://mail' })).toEqual(['MAIL_FROM: must be set if SMTP_URL is set.']);
    expect(problemsOf({ SEARCH_ENGINE: 'opensearch' })).toEqual([]); // the supervisor runs a local one
    expect(problemsOf({ DATABASE_REPLICA_URL: 'postgres://db' })).toEqual([
      'DATABASE_URL: must be set if DATABASE_REPLICA_URL is set.',
    ]);
    expect(problemsOf({ DATABASE_REPLICA_MAX_LAG: '1s' })).toEqual([
      'DATABASE_REPLICA_URL: must be set if DATABASE_REPLICA_MAX_LAG is set.',
    ]);
  });

  it.each([
    [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:3000'],
    [{ HOST: '::1', PORT: '80' }, 'http://[::1]:80'],
    [{ HOST: 'gable.local' }, 'http://gable.local:3000'],
  ])('makes links that can be followed: %j', (environment, publicUrl) => {
    expect(readConfig(environment).publicUrl).toBe(publicUrl);
  });

  it('keeps the worker’s port within the ports there are', () => {
    expect(readConfig({ PORT: '65535' }).workerPort).toBe(65_534);
  });
});
