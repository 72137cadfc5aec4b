// Five kinds of specs, each a Jest project: npx jest -c jest.config.mjs --selectProjects unit
import { createHash } from 'node:crypto';
import fs from 'node:fs';

const swc = JSON.parse(fs.readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));
delete swc.$schema;

// Sources are transformed to CommonJS by swc: faster than Jest's ESM mode and needs no Node flag. Packages that
// ship only ES modules have to pass through the same transform.
const esModules = [
  '@nestjs',
  '@maplibre/vt-pbf',
  '@mapbox',
  'pbf',
  '.*\\.mjs$',
  'file-type',
  'token-types',
  'strtok3',
  'uint8array-extras',
  '@tokenizer',
  'fast-check',
  'pure-rand',
  'uuid',
  'which-polygon',
  'rbush',
  'quickselect',
  'lineclip',
  'tinyqueue',
  'zod',
];

const common = {
  rootDir: import.meta.dirname,
  // One id for all kinds: they share the map of files and the cache of transformed modules.
  id: createHash('sha1')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 16),
  roots: ['<rootDir>/apps', '<rootDir>/libs'],
  modulePathIgnorePatterns: ['<rootDir>/(apps|libs)/[^/]+/dist/'],
  testEnvironment: '<rootDir>/tools/jest/own-process.mjs',
  runtime: '<rootDir>/tools/jest/shared-modules.mjs',
  transform: {
    '^.+\\.(t|j|mj)s$': [
      '@swc/jest',
      {
        ...swc,
        jsc: { ...swc.jsc, parser: { syntax: 'typescript', decorators: true } },
        swcrc: false,
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [`node_modules/(?!(${esModules.join('|')}))`],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'] },
  testEnvironmentOptions: { customExportConditions: ['@gable/source', 'node', 'require', 'default'] },
};

/**
 * A kind of spec is named by the end of its file's name: `alert-store.db.spec.ts` is of kind `db`.
 * @param {string} displayName
 * @param {string[]} names
 */
function kind(displayName, names, options = {}) {
  return {
    ...common,
    displayName,
    testMatch: names.map((name) => `<rootDir>/{apps,libs}/*/src/**/${name}`),
    ...options,
  };
}

export default {
  rootDir: import.meta.dirname,
  projects: [
    kind('unit', ['!(*.db|*.search|*.e2e|*.browser).spec.ts']),
    kind('db', ['*.db.spec.ts']),
    // These start programs from dist. Jest runs this setup only where one of them is among what runs.
    kind('search', ['*.search.spec.ts'], { globalSetup: '<rootDir>/tools/jest/build-setup.mjs' }),
    kind('e2e', ['*.e2e.spec.ts'], { globalSetup: '<rootDir>/tools/jest/build-setup.mjs' }),
    // A real browser on the built console.
    {
      ...common,
      displayName: 'browser',
      testMatch: ['<rootDir>/apps/console/browser/**/*.browser.spec.ts'],
      globalSetup: '<rootDir>/tools/jest/browser-setup.mjs',
    },
  ],
  globalSetup: '<rootDir>/tools/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/tools/jest/global-teardown.mjs',
  testSequencer: '<rootDir>/tools/jest/longest-first.mjs',
  // One more than the processors of the gate: with two, specs leave a sixth to a third of them idle, waiting for
  // processes and servers; with three they are 93 % busy.
  maxWorkers: 3,
  testTimeout: 60_000, // never a measure of speed: two cores may be busy with other things
};
