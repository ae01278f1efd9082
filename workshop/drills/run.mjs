// npm run drill [-- NAME [--short] [--plant] [--database URL] [--from COMMIT]]
// Causes a failure that can happen in production, and checks that the built service keeps its promises. Without a name, it lists
// the drills. --short takes seconds instead of minutes, for the test suite. --plant first breaks the service in the way that the
// drill describes: then the drill must fail. --database is an empty database; the default is a new embedded one. --from is the
// commit that the drill `release` begins with; the default is the one of the last release.
// Exit codes: 0 every promise was kept, 1 a promise was not kept or the drill failed, 2 wrong usage, 128 + N ended by signal N.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build } from '../../bin/build.mjs';
import { runToTheEnd } from '../harness/ending.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    plant: { type: 'boolean', default: false },
    database: { type: 'string' },
    from: { type: 'string' },
  },
});
// A drill is a file in this folder. It exports two sentences, `about` and `planted`, the `promise` that it shows (P1 to P7, or a
// section of docs/behaviour.md), its numbers in both forms, `FULL` and `SHORT`, and `ownDatabase` if it stops processes of the
// database. Its function `run({ form, short, plant, databaseUrl, from })` returns `{ measured, broken }`: numbers by name, and a
// text for each promise that was not kept; false stands for one that was. It need not end what it has started.
const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.mjs') && file !== 'run.mjs');
const names = files.map((file) => file.slice(0, -'.mjs'.length)).sort();

build(); // the drills import from dist/
const [name] = positionals;
await runToTheEnd(() => (names.includes(name) ? drill() : list()));

async function drill() {
  const { run, planted, FULL, SHORT, ownDatabase } = await import(`./${name}.mjs`);
  const { short, plant, database = null, from = null } = values;
  if (plant) console.log(`planted: ${planted}`);
  const unfit = ownDatabase && database !== null;
  const { measured, broken } = unfit
    ? { measured: {}, broken: ['it needs a database whose processes it can stop: its own'] }
    : await run({ form: short ? SHORT : FULL, short, plant, databaseUrl: database, from });
  const faults = broken.filter(Boolean);
  for (const [what, value] of Object.entries(measured)) console.log(`${what}: ${value}`);
  for (const promise of faults) console.log(`BROKEN: ${promise}`);
  console.log(faults.length === 0 ? `${name}: everything held` : `${name}: ${faults.length} broken`);
  return faults.length === 0 ? 0 : 1;
}

async function list() {
  for (const each of names) {
    const { about, planted, promise } = await import(`./${each}.mjs`);
    console.log(`${each} (${promise}): ${about}\n  --plant: ${planted}`);
  }
  return name === undefined ? 0 : 2;
}
