import base from './jest.config.mjs';

// The settings of the PgBouncer through which the services of the tests reach their databases. It has fewer sessions of a database
// than a service has connections, so that they change hands all the time. A busy machine may let a statement wait for some seconds.
process.env.SHOP_TEST_POOLER = JSON.stringify({ default_pool_size: 5, query_wait_timeout: 10 });

/**
 * The suites over all operations on all surfaces, those of calls at once and of repeated calls, and areas with transactions of
 * several statements.
 */
const THROUGH_IT = {
  http: '{races,idempotency,idempotency-in-flight,events,error-codes,cursor-paging.property}',
  'http/operation-matrix': '{gates,inputs,tenants}',
  'http/{automations,events,leads,messages,tasks}': '*',
  mcp: '{every-tool,every-refusal,isolation,idempotency-key,same-bytes,modern,endpoint}',
  persistence: '{unit-of-work,pipelined-connections,access-changes,background-tenancy,event-feed.property,pruning}',
  pooler: '*',
};

/** Suites that also run in `npm test`, through a real PgBouncer in transaction mode, and those of tests/pooler. */
export default {
  ...base,
  testPathIgnorePatterns: ['/node_modules/', '\\.slow\\.test\\.ts$'],
  testMatch: Object.entries(THROUGH_IT).map(([folder, files]) => `<rootDir>/tests/${folder}/${files}.test.ts`),
};
