import base from './jest.config.mjs';

/** The service through a real PgBouncer in transaction mode. */
export default {
  ...base,
  testPathIgnorePatterns: ['/node_modules/'],
  testMatch: ['<rootDir>/tests/machine/pooler/*.test.ts'],
};
