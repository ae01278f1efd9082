import base from './jest.config.mjs';

/** Tests that install packages, or start and kill whole processes many times. */
export default {
  ...base,
  testMatch: ['<rootDir>/tests/**/*.slow.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
