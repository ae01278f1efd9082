import { dirname, relative, resolve } from 'node:path';

/** The folders of the extensions that lie outside of the checkout: `EXTENSIONS=../my-rules/extension.ts npm test -- my-rules`. */
const EXTENSIONS = (process.env.EXTENSIONS ?? '')
  .split(',')
  .filter((module) => module.trim() !== '')
  .map((module) => dirname(resolve(module.trim())))
  .filter((folder) => relative(import.meta.dirname, folder).startsWith('..'));
const ROOT = import.meta.dirname.replaceAll(/[^\w/]/g, '\\$&');
/** The modules that tests import from dist/. Modules that are tested with jest's clock stay in jest's sandbox, like the clock. */
const BUILT = '(domain|application|adapters(?!/(limits/|uuid-v7-ids))|infrastructure)/.+\\.ts$';
/** The test helpers that load outside of the sandbox. Helpers that call `describe` or `expect` must stay inside. */
const SUPPORT =
  'tests/support/(?!command-line\\.|drills\\.|shop-commands\\.|entry-point-suites\\.|guide\\.|probe-operation\\.).+\\.ts$';
const PACKAGES = 'tests/support/packages/.+\\.mjs$';

export default {
  testEnvironment: '<rootDir>/tests/support/environment.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // An extension imports the service's modules by the name of the package.
    '^shop-operations-api/(.*)\\.js$': '<rootDir>/$1',
    // An example imports the client by the name of its package.
    '^shop-operations-client$': '<rootDir>/client/source/shop-operations.ts',
    // The tests and the built service must share one copy of these packages, or `instanceof` fails between the two.
    '^(class-transformer|class-validator|fast-check|graphile-worker|pg|typeorm)$': '<rootDir>/tests/support/packages/$1.mjs',
    // The package's ES modules import JSON without an attribute, which makes jest print long warnings.
    '^libphonenumber-js$': '<rootDir>/node_modules/libphonenumber-js/index.cjs',
  },
  transform: {
    [`^${ROOT}/(${BUILT}|${SUPPORT}|${PACKAGES})`]: '<rootDir>/tests/support/built-transformer.mjs',
    '^.+\\.ts$': '@swc/jest',
  },
  roots: ['<rootDir>', ...EXTENSIONS],
  testMatch: ['<rootDir>/{tests,examples}/**/*.test.ts', ...EXTENSIONS.map((folder) => `${folder}/tests/**/*.test.ts`)],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/tests/machine/(browser|citus|pooler|redis)/', '\\.slow\\.test\\.ts$'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/client/dist/', '<rootDir>/.data/'],
  globalSetup: '<rootDir>/tests/support/global-setup.mjs',
  globalTeardown: '<rootDir>/tests/support/global-teardown.mjs',
  reporters: ['default', '<rootDir>/tests/support/tally-reporter.mjs'],
  // More workers than processors: some files mostly wait for servers, processes and clocks.
  maxWorkers: 3,
  testTimeout: 30_000,
};
