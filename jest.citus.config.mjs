import base from './jest.config.mjs';

const AREAS = 'areas/{automations,events,exports,webhooks}/*';
const MACHINE = 'machine/{citus,export,http,import,mcp}/**/*';
const OTHERS = '{machine/infrastructure/{customer-erase*,demo-*,doctor,import-*},sql-rules/rare-*}';
const SLOW = String.raw`(?<!/demo-reset)\.slow\.test\.ts$`;
/** This suite needs the triggers of releases that know nothing of the times of changes, which a distributed database has not. */
const OF_PLAIN_POSTGRES = ['changes/by-another-release'];
/** These suites test what happens before statements are sent, or besides them. The run is shorter without them. */
const WITHOUT_STATEMENTS = ['http/protocol', 'http/(docs|front)-page', 'http/(kept-document|openapi)', 'operation-matrix/inputs'];

/** The service with its database on a Citus cluster. */
export default {
  ...base,
  testMatch: [AREAS, MACHINE, OTHERS].map((files) => `<rootDir>/tests/${files}.test.ts`),
  testPathIgnorePatterns: ['/node_modules/', SLOW, String.raw`\.unit\.test\.ts$`, ...OF_PLAIN_POSTGRES, ...WITHOUT_STATEMENTS],
  globalSetup: '<rootDir>/tests/support/citus-setup.mjs',
  // Three servers share the machine with the tests.
  maxWorkers: 2,
  testTimeout: 90_000,
};
