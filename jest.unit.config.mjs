import base from './jest.config.mjs';

const { globalTeardown: _, ...rest } = base;

/** No PostgreSQL: a test among these that asks for a database fails. */
export default {
  ...rest,
  testMatch: ['<rootDir>/tests/{domain,application,adapters}/**/*.test.ts'],
  // Each more would evaluate the service's modules once more.
  maxWorkers: 2,
  globalSetup: '<rootDir>/tests/support/build-for-tests.mjs',
};
