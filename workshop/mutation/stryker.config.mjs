const { AREA } = process.env;

export default {
  mutate: [`domain/${AREA}/**/*.ts`],
  testRunner: 'jest',
  jest: { configFile: 'workshop/mutation/jest.config.mjs' },
  coverageAnalysis: 'perTest',
  reporters: ['clear-text', 'json'],
  clearTextReporter: { reportTests: false, reportScoreTable: false },
  jsonReporter: { fileName: `node_modules/.cache/mutation/${AREA}.json` },
  warnings: { slow: false },
  ignorePatterns: ['.data', '.shop-ops', 'dist'],
  tempDirName: '.data/mutation',
};
