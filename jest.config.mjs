import fs from 'node:fs';

const swc = JSON.parse(fs.readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));
delete swc.$schema;

// Sources are transformed to CommonJS by swc: faster than Jest's ESM mode and needs no Node flag. Packages that
// ship only ES modules have to pass through the same transform.
const esModules = [
  '@nestjs',
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

export default {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{apps,libs}/*/src/**/*.spec.ts'],
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
  globalSetup: '<rootDir>/tools/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/tools/jest/global-teardown.mjs',
  maxWorkers: 2,
  testTimeout: 60_000, // never a measure of speed: two cores may be busy with other things
};
