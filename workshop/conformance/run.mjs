// npm run mcp:conformance [-- --revision 2026-07-28] [--scenario NAME]
// Runs the server scenarios of the official MCP conformance suite against the built service, for each revision of the protocol,
// and prints a table of the outcomes. The service is started on a new embedded database with the demo's data. With BASE=URL and
// KEY=TOKEN in the environment, the service at that address is used instead, which must have no RATE_LIMIT.
// npx fetches the suite and the version of Node that it needs, so the package registry must be reachable.
// Exit codes: 0 each failure is named in expected-failures.yml, 1 another check failed or a named one passed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../bin/build.mjs';
import { table } from '../harness/report.mjs';
import { startProxy } from './proxy.mjs';
import { REVISIONS, runSuite } from './suite.mjs';

const { values: options } = parseArgs({ options: { revision: { type: 'string' }, scenario: { type: 'string' } } });
const { BASE, KEY } = process.env;
build();
process.exit(await main());

async function main() {
  const { startDemo } = await import('./demo.mjs'); // it imports from dist/, so it must be loaded after the build
  const folder = await mkdtemp(join(tmpdir(), 'shop-operations-conformance-'));
  const service = BASE ? { url: BASE, token: KEY, stop: () => Promise.resolve() } : await startDemo();
  // The suite cannot send a key. `Host` and `Origin` pass as they are: the suite forges them to see whether they are refused.
  const proxy = await startProxy(service.url, (headers) => ({ ...headers, authorization: `Bearer ${service.token}` }));
  try {
    const runs = [];
    for (const revision of options.revision ? [options.revision] : REVISIONS) {
      runs.push(await runSuite(`${proxy.url}/api/mcp`, revision, { folder: join(folder, revision), scenario: options.scenario }));
    }
    console.log(table(rowsOf(runs)));
    const failed = runs.filter(({ isAsExpected }) => !isAsExpected);
    for (const { revision, summary } of failed) console.log(`\n${revision}: not as expected\n${summary}`);
    console.log(failed.length === 0 ? '\nconformance: each failure is an expected one' : '\nconformance: not as expected');
    return failed.length === 0 ? 0 : 1;
  } finally {
    proxy.close();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** One row for each scenario, with a column for each revision; a revision without the scenario has a dash. */
function rowsOf(runs) {
  const scenarios = [...new Set(runs.flatMap(({ outcomes }) => [...outcomes.keys()]))];
  return scenarios.map((scenario) => ({
    scenario,
    ...Object.fromEntries(runs.map(({ revision, outcomes }) => [revision, outcomes.get(scenario) ?? '–'])),
  }));
}
