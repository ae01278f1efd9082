import base from './jest.config.mjs';

/** Tests that take long: they install packages, start and kill whole processes, or seldom concern a change. */
export default {
  ...base,
  testMatch: ['<rootDir>/tests/**/*.slow.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
