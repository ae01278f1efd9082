import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The revisions of the protocol that the service speaks. */
export const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'];

/** An exact version, because a later one may have other scenarios. The one tagged `latest` does not know 2026-07-28. */
const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
/** The suite does not run on Node 20. */
const NPX = ['--yes', '--loglevel=error', '-p', 'node@22', '-p', SUITE, 'conformance', 'server'];
const EXPECTED = fileURLToPath(new URL('expected-failures.yml', import.meta.url));

/**
 * Runs the suite's scenarios of one revision.
 * @param folder a new folder for the suite's results
 * @param scenario the only one to run; undefined: all, also those that the suite calls pending
 * @returns `isAsExpected`, the suite's `summary`, and `outcomes`: for each scenario how many of its checks passed and failed
 */
export async function runSuite(url, revision, { folder, scenario }) {
  const chosen = scenario === undefined ? ['--suite', 'all'] : ['--scenario', scenario];
  const given = ['--url', url, '--spec-version', revision, '--expected-failures', EXPECTED, '--output-dir', folder];
  const { exitCode, output } = await npx([...NPX, ...chosen, ...given]);
  const summary = output.slice(Math.max(0, output.indexOf('=== SUMMARY ===')));
  return { revision, isAsExpected: exitCode === 0, summary, outcomes: await outcomesIn(folder) };
}

function npx(args) {
  const child = spawn('npx', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (piece) => (output += piece));
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (exitCode) => resolve({ exitCode, output }));
  });
}

/** The suite writes each scenario's checks to a folder `server-SCENARIO-TIME`. */
async function outcomesIn(folder) {
  const outcomes = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const [, scenario, time] = /^server-(.+)-(\d{4}-\d\d-\d\dT.+)$/.exec(name);
    outcomes.push({ scenario, time, outcome: outcomeOf(JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'))) });
  }
  outcomes.sort((one, other) => (one.time < other.time ? -1 : 1));
  return new Map(outcomes.map(({ scenario, outcome }) => [scenario, outcome]));
}

/** A warning is a failure, too: the suite demands that both are expected. */
function outcomeOf(checks) {
  const count = (...statuses) => checks.filter(({ status }) => statuses.includes(status)).length;
  const [passed, failed] = [count('SUCCESS'), count('FAILURE', 'WARNING')];
  if (failed > 0) return `${passed} passed, ${failed} failed`;
  return passed > 0 ? `${passed} passed` : 'does not apply';
}
