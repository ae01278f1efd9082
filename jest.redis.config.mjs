import base from './jest.config.mjs';

/** Tests that start Redis, which `npm ci` does not bring. */
export default { ...base, testMatch: ['<rootDir>/tests/machine/redis/**/*.test.ts'], testPathIgnorePatterns: ['/node_modules/'] };
