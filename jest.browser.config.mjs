import base from './jest.config.mjs';

export default { ...base, testMatch: ['<rootDir>/tests/browser/**/*.test.ts'], testPathIgnorePatterns: ['/node_modules/'] };
