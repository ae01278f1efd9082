/**
 * The unit tests of the area that `run.mjs` names. Stryker runs them once for each mutant, so they must be quick: the sources
 * become CommonJS, which jest evaluates in a fraction of the time that ES modules take.
 */
export default {
  rootDir: '../..',
  testMatch: [`<rootDir>/tests/areas/${process.env.AREA}/**/*.unit.test.ts`],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '\\.[jt]s$': ['@swc/jest', { module: { type: 'commonjs' } }] },
  transformIgnorePatterns: ['/node_modules/(?!uuid/)'], // the one package that has no CommonJS
};
