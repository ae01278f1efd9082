const ROOT = import.meta.dirname.replaceAll(/[^\w/]/g, '\\$&');
/** But what is tested with jest's clock, which is the sandbox's own. */
const BUILT = '(domain|application|adapters(?!/(ids|limits)/)|infrastructure)/.+\\.ts$';
/** But what describes or expects something itself, which only the sandbox can. */
const SUPPORT = 'tests/support/(?!command-line\\.|entry-point-suites\\.|guide\\.|probe-operation\\.).+\\.ts$';
const PACKAGES = 'tests/support/packages/.+\\.mjs$';

export default {
  testEnvironment: '<rootDir>/tests/support/environment.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // The service has them too: one of each, or a class that one knows is a stranger to the other.
    '^(class-transformer|class-validator|fast-check|graphile-worker|pg|typeorm)$': '<rootDir>/tests/support/packages/$1.mjs',
    // Its ES modules import JSON without an attribute, of which jest warns at length.
    '^libphonenumber-js$': '<rootDir>/node_modules/libphonenumber-js/index.cjs',
  },
  transform: {
    [`^${ROOT}/(${BUILT}|${SUPPORT}|${PACKAGES})`]: '<rootDir>/tests/support/built-transformer.mjs',
    '^.+\\.ts$': '@swc/jest',
  },
  testMatch: ['<rootDir>/tests/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/tests/browser/', '\\.slow\\.test\\.ts$'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  globalSetup: '<rootDir>/tests/support/global-setup.mjs',
  globalTeardown: '<rootDir>/tests/support/global-teardown.mjs',
  reporters: ['default', '<rootDir>/tests/support/tally-reporter.mjs'],
  // More than there are processors: some files wait for servers, processes and clocks.
  maxWorkers: 3,
  testTimeout: 30_000,
};
