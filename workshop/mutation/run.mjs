// npm run mutation [-- AREA...]
// Plants one small fault after the other into the rules of domain/, and runs the unit tests of the rule's area for each. Prints
// each fault that no test notices, and the score of each area: the share of its faults that a test notices. Fails below LEAST.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { table } from '../harness/report.mjs';

const LEAST = 85;
/** Stryker's words for a fault that tests notice, and for one that they miss. A fault with another word could not be tried. */
const NOTICED = ['Killed', 'Timeout'];
const MISSED = ['Survived', 'NoCoverage'];

const all = readdirSync('domain');
const asked = process.argv.slice(2);
const unknown = asked.filter((area) => !all.includes(area));
if (unknown.length > 0) throw new Error(`domain/ has no ${unknown.join(' or ')}`);
const areas = asked.length === 0 ? all : asked;
const results = areas.map((area) => ({ area, ...tried(area) }));
const total = { area: 'all', faults: sum('faults'), noticed: sum('noticed') };
process.stdout.write(`${table([...results, total].map((row) => ({ ...row, score: `${score(row).toFixed(1)} %` })))}\n`);
if (results.some((row) => score(row) < LEAST)) process.exit(1);

function tried(area) {
  const stryker = ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'workshop/mutation/stryker.config.mjs'];
  const { status } = spawnSync(process.execPath, stryker, { stdio: 'inherit', env: { ...process.env, AREA: area } });
  if (status !== 0) throw new Error(`Stryker could not try the faults of ${area}`);
  const { files } = JSON.parse(readFileSync(`node_modules/.cache/mutation/${area}.json`, 'utf8'));
  const outcomes = Object.values(files).flatMap(({ mutants }) => mutants.map((mutant) => mutant.status));
  const count = (words) => outcomes.filter((word) => words.includes(word)).length;
  return { faults: count([...NOTICED, ...MISSED]), noticed: count(NOTICED) };
}

function sum(column) {
  return results.reduce((before, row) => before + row[column], 0);
}

function score({ faults, noticed }) {
  return faults === 0 ? 100 : (100 * noticed) / faults;
}
