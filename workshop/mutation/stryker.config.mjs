const { AREA } = process.env;

export default {
  mutate: [`domain/${AREA}/**/*.ts`],
  testRunner: 'jest',
  jest: { configFile: 'workshop/mutation/jest.config.mjs' },
  coverageAnalysis: 'perTest',
  // A fault counts as noticed when its tests run out of time, so a busy machine must not end them. Endless loops end by their count.
  timeoutMS: 60_000,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { reportTests: false, reportScoreTable: false },
  jsonReporter: { fileName: `node_modules/.cache/mutation/${AREA}.json` },
  warnings: { slow: false },
  ignorePatterns: ['.data', '.shop-ops', 'dist'],
  tempDirName: '.data/mutation',
};
