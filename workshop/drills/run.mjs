// npm run drill [-- NAME [--short] [--plant] [--database URL] [--from COMMIT]]
// Causes a failure that can happen in production, and checks that the built service keeps its promises. Without a name, it lists
// the drills. --short takes seconds instead of minutes, for the test suite. --plant first breaks the service in the way that the
// drill describes: then the drill must fail. --database is an empty database; the default is a new embedded one. --from is the commit that the drill `release` begins with; the default is the one
// of the last release.
// Exit codes: 0 every promise was kept, 1 a promise was not kept or the drill failed, 2 wrong usage, 128 + N ended by signal N.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build } from '../../bin/build.mjs';
import { brokenOff, endProcesses, openFolder } from './support/clean-end.mjs';

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
// section of docs/behaviour.md), and the function `run({ short, plant,
// databaseUrl, from })`, which returns `{ measured, broken }`: numbers by name, and a text for each promise that was not kept. What
// it has started is ended here, also when it throws and after Ctrl-C, and its temporary files are removed, except what it `keep`s.
const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.mjs') && file !== 'run.mjs');
const names = files.map((file) => file.slice(0, -'.mjs'.length)).sort();

build(); // the drills import from dist/
const [name] = positionals;
const folder = await openFolder();
const exitCode = await Promise.race([brokenOff(), names.includes(name) ? drill(name) : list()]).catch((error) => {
  console.error(error);
  return 1;
});
await endProcesses(folder);
process.exit(exitCode);

async function drill(name) {
  const { run, planted } = await import(`./${name}.mjs`);
  if (values.plant) console.log(`planted: ${planted}`);
  const { short, plant, database = null, from = null } = values;
  const { measured, broken } = await run({ short, plant, databaseUrl: database, from });
  for (const [what, value] of Object.entries(measured)) console.log(`${what}: ${value}`);
  for (const promise of broken) console.log(`BROKEN: ${promise}`);
  console.log(broken.length === 0 ? `${name}: everything held` : `${name}: ${broken.length} broken`);
  return broken.length === 0 ? 0 : 1;
}

async function list() {
  for (const each of names) {
    const { about, planted, promise } = await import(`./${each}.mjs`);
    console.log(`${each} (${promise}): ${about}\n  --plant: ${planted}`);
  }
  return name === undefined ? 0 : 2;
}
