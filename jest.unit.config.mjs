import base from './jest.config.mjs';

const { globalTeardown: _, ...rest } = base;

/** Tests without PostgreSQL. If one of them asks for a database, it fails. */
export default {
  ...rest,
  testMatch: ['<rootDir>/tests/areas/**/*.unit.test.ts', '<rootDir>/tests/machine/{application,adapters}/**/*.test.ts'],
  // Each further worker would have to evaluate the service's modules, too.
  maxWorkers: 2,
  globalSetup: '<rootDir>/tests/support/build-for-tests.mjs',
};
