import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/** Which rooms a room may open: the arrows of docs/architecture.md. */
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
  api: ['domain', 'runtime', 'persistence', 'search', 'search-postgres', 'platform'],
  worker: [
    'domain',
    'runtime',
    'persistence',
    'search',
    'search-postgres',
    'alert-index',
    'ingest',
    'notifications',
    'platform',
  ],
  cli: ['domain', 'runtime', 'persistence', 'search', 'search-postgres', 'ingest', 'platform', 'demo'],
  bench: ['*'],
  verify: ['*'],
};
/** Who may talk to the database driver itself. */
const DATABASE_ROOMS = ['persistence', 'search-postgres', 'testing', 'bench', 'verify'];
const FRAMEWORKS = ['@nestjs/*', 'typeorm', 'pg', 'pg-copy-streams', 'fastify'];

const arrow = ([room, opens]) => ({
  sourceTag: `scope:${room}`,
  onlyDependOnLibsWithTags: opens.includes('*')
    ? ['type:lib']
    : [`scope:${room}`, ...opens.map((other) => `scope:${other}`)],
  bannedExternalImports: ['domain', 'alert-index'].includes(room)
    ? FRAMEWORKS
    : DATABASE_ROOMS.includes(room)
      ? []
      : ['typeorm', 'pg', 'pg-copy-streams'],
});
/** Specs of any room may use any library, `testing` above all; nobody imports an app. */
const specArrow = { sourceTag: '*', onlyDependOnLibsWithTags: ['type:lib'] };
/** `testing` uses the libraries whose specs use it: a circle of projects, not of files. */
const ignoredCircularDependencies = [
  'search',
  'search-postgres',
  'persistence',
  'ingest',
  'runtime',
  'notifications',
  'demo',
].map((room) => ['@gable/testing', `@gable/${room}`]);
const SPECS = ['**/*.spec.ts', '**/src/testing/**'];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '**/*.mjs'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    plugins: { '@nx': nx },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { allow: [], ignoredCircularDependencies, depConstraints: Object.entries(ARROWS).map(arrow) },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a list of words `as const` and its type.' },
      ],
    },
  },
  {
    files: SPECS,
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { allow: [], ignoredCircularDependencies, depConstraints: [specArrow] },
      ],
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
);
