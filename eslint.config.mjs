import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/**
 * Which library a project may import: the arrows of docs/architecture.md, by scope. `*` is anything but an app.
 * @type {Record<string, string[]>}
 */
const ARROWS = {
  domain: [],
  runtime: [],
  'alert-index': ['domain'],
  search: ['domain', 'runtime'],
  persistence: ['domain', 'runtime'],
  'search-postgres': ['domain', 'runtime', 'search', 'persistence'],
  ingest: ['domain', 'runtime', 'persistence'],
  notifications: ['domain', 'runtime'],
  platform: ['domain', 'runtime', 'persistence', 'search', 'search-postgres'],
  demo: ['domain', 'runtime', 'persistence', 'ingest'],
  testing: ['domain', 'runtime', 'persistence', 'ingest', 'search', 'notifications'],
  api: ['platform', 'domain', 'runtime', 'persistence', 'search', 'search-postgres', 'ingest'],
  worker: [
    ...['platform', 'domain', 'runtime', 'persistence', 'search', 'search-postgres'],
    ...['alert-index', 'ingest', 'notifications'],
  ],
  console: [], // it knows the published interface alone, by its generated client
  cli: ['platform', 'domain', 'runtime', 'persistence', 'search', 'search-postgres', 'ingest', 'demo'],
  bench: ['*'],
  verify: ['*'],
  tools: [],
  // nx g @gable/tools:library adds its line above this one
};

/**
 * Which layer a project may import, by type. No list names `app`: nobody imports an app.
 * Of the apps, only bench and verify have the scope to import `test`.
 * @satisfies {Record<string, string[]>}
 */
const LAYERS = {
  core: ['core'],
  data: ['core', 'data'],
  feature: ['core', 'data', 'feature'],
  test: ['core', 'data', 'feature', 'test'],
  app: ['core', 'data', 'feature', 'test'],
  tool: [],
};
const LIBRARIES = LAYERS.app.map((type) => `type:${type}`);

/** Nest stands in apps and platform alone. */
const NEST_SCOPES = ['platform', 'api', 'worker', 'cli', 'bench', 'verify'];
/** Who may talk to the database driver itself. */
const DATABASE_SCOPES = ['persistence', 'search-postgres', 'testing', 'bench', 'verify'];

/** @param {string} scope */
function bannedFor(scope) {
  return [
    ...(NEST_SCOPES.includes(scope) ? [] : ['@nestjs/*', 'fastify']),
    ...(DATABASE_SCOPES.includes(scope) ? [] : ['typeorm', 'pg', 'pg-copy-streams']),
  ];
}

const byScope = Object.entries(ARROWS).map(([scope, opens]) => ({
  sourceTag: `scope:${scope}`,
  onlyDependOnLibsWithTags: opens.includes('*') ? LIBRARIES : [scope, ...opens].map((other) => `scope:${other}`),
  bannedExternalImports: bannedFor(scope),
}));
const byType = Object.entries(LAYERS).map(([type, opens]) => ({
  sourceTag: `type:${type}`,
  onlyDependOnLibsWithTags: opens.map((other) => `type:${other}`),
}));
/**
 * Specs of any project may use any library, `testing` above all. Not those of domain and alert-index: `testing` imports
 * the whole pipeline, and a change of that would then test these two again.
 */
const ofSpecs = [
  { sourceTag: '*', onlyDependOnLibsWithTags: LIBRARIES },
  { sourceTag: 'scope:domain', onlyDependOnLibsWithTags: ['type:core'] },
  { sourceTag: 'scope:alert-index', onlyDependOnLibsWithTags: ['type:core'] },
];
/** `testing` uses the libraries whose specs use it: a circle of projects, not of files. */
const ignoredCircularDependencies = [
  'search',
  'search-postgres',
  'persistence',
  'platform',
  'ingest',
  'runtime',
  'notifications',
  'demo',
].map((scope) => ['@gable/testing', `@gable/${scope}`]);

/**
 * @param {object[]} depConstraints
 * @returns {Record<string, ['error', object]>}
 */
function boundaries(depConstraints) {
  return {
    '@nx/enforce-module-boundaries': ['error', { allow: [], ignoredCircularDependencies, depConstraints }],
  };
}

/** What meets untyped values on purpose: specs their JSON, tools what the system answers. */
const UNTYPED = /** @type {const} */ ({
  '@typescript-eslint/no-unsafe-assignment': 'off',
  '@typescript-eslint/no-unsafe-member-access': 'off',
  '@typescript-eslint/no-unsafe-argument': 'off',
  '@typescript-eslint/no-unsafe-call': 'off',
  '@typescript-eslint/no-unsafe-return': 'off',
  '@typescript-eslint/unbound-method': 'off',
  '@typescript-eslint/require-await': 'off',
});

/** Files that may be longer: specs tell one example after another, and a migration that has landed never changes. */
const UNSIZED = ['**/*.spec.ts', 'libs/persistence/src/migrations/*.ts'];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/dist-*/**', '**/node_modules/**', '**/generated/**'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    plugins: { '@nx': nx },
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.config.mjs', 'apps/cli/bin/*.mjs', 'apps/console/vite.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      ...boundaries([...byScope, ...byType]),
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a list of words `as const` and its type.' },
      ],
    },
  },
  {
    files: ['**/*.spec.ts', '**/src/testing/**', 'apps/console/browser/**'],
    rules: { ...boundaries(ofSpecs), ...UNTYPED },
  },
  { files: ['**/*.mjs'], rules: UNTYPED },
  // The command is linked before anything is built: it starts with tools/build.mjs, a file and no package.
  { files: ['apps/cli/bin/*.mjs'], rules: { '@nx/enforce-module-boundaries': 'off' } },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    ignores: UNSIZED,
    rules: {
      // A list (every column, every operator) may be longer: it says so in a comment that switches the rule off.
      'max-lines': ['error', { max: 300 }],
      'max-len': ['error', { code: 120, ignoreUrls: true, ignoreRegExpLiterals: true }],
    },
  },
);
