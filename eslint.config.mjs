import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/** Which rooms a room may open: the arrows of docs/architecture.md. */
const ARROWS = {
  domain: [],
  runtime: [],
  search: ['domain', 'runtime'],
  persistence: ['domain', 'runtime'],
  ingest: ['domain', 'runtime', 'persistence'],
  testing: ['domain', 'runtime', 'persistence', 'ingest', 'search'],
  api: ['domain', 'runtime', 'persistence', 'search', 'testing'],
  worker: ['domain', 'runtime', 'persistence', 'search', 'ingest', 'testing'],
  cli: ['domain', 'runtime', 'persistence', 'search', 'ingest', 'testing'],
};
/** Who may talk to the database driver itself. */
const DATABASE_ROOMS = ['persistence', 'testing'];
const FRAMEWORKS = ['@nestjs/*', 'typeorm', 'pg', 'pg-copy-streams', 'fastify'];

const constraint = ([room, opens]) => ({
  sourceTag: `scope:${room}`,
  // specs of any room may use the rooms of `testing`; that a lib does not import it outside of specs is checked below
  onlyDependOnLibsWithTags: [`scope:${room}`, ...opens.map((other) => `scope:${other}`), 'scope:testing'],
  bannedExternalImports: room === 'domain' ? FRAMEWORKS : DATABASE_ROOMS.includes(room) ? [] : ['typeorm', 'pg', 'pg-copy-streams'],
});

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '**/*.mjs'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    plugins: { '@nx': nx },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@nx/enforce-module-boundaries': ['error', { allow: [], depConstraints: Object.entries(ARROWS).map(constraint) }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      'no-restricted-syntax': ['error', { selector: 'TSEnumDeclaration', message: 'Use a list of words `as const` and its type.' }],
    },
  },
  {
    files: ['**/*.ts'],
    ignores: ['**/*.spec.ts', 'libs/testing/**', '**/testing/**'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: [{ name: '@gable/testing', message: '@gable/testing is for specs only.' }] }] },
  },
  {
    files: ['**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off', '@typescript-eslint/no-unsafe-member-access': 'off', '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off', '@typescript-eslint/no-unsafe-return': 'off', '@typescript-eslint/unbound-method': 'off',
    },
  },
);
