import base from './jest.config.mjs';

/** What installs packages, or starts and kills whole processes again and again. */
export default {
  ...base,
  testMatch: ['<rootDir>/tests/**/*.slow.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
