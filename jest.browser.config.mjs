import base from './jest.config.mjs';

export default {
  ...base,
  testMatch: ['<rootDir>/tests/machine/browser/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
