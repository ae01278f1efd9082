// npm run contract                compares the contract of this checkout with that of the last release; 1: something breaks
//                                 clients, or the last release could not run beside this one
// npm run contract -- changelog   also writes the lines of the changes into CHANGELOG.md, below "Unreleased"
// npm run contract -- release     also makes this contract the released one, with the version of package.json
// --database URL is an empty database for the migrations; the default is a new embedded one.
// docs/decisions/0041-a-contract-that-holds.md and 0047-rolling-releases.md have the rules.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runToTheEnd } from '../harness/ending.mjs';
import { runContract } from './commands.mjs';
import { ContractFiles } from './files.mjs';
import { currentContract, currentDatabase } from './sources.mjs';

const VERBS = ['compare', 'changelog', 'release'];
const { values, positionals } = parseArgs({ allowPositionals: true, options: { database: { type: 'string' } } });
const [verb = 'compare', ...more] = positionals;
if (!VERBS.includes(verb) || more.length > 0) {
  console.error(`usage: npm run contract [-- ${VERBS.slice(1).join(' | ')}] [--database URL]`);
  process.exit(2);
}
const files = new ContractFiles(fileURLToPath(new URL('../..', import.meta.url)));
const today = new Date().toISOString().slice(0, 10);
await runToTheEnd(async () => {
  const contract = await currentContract();
  const { database, locks } = await currentDatabase(files.released().database, values.database ?? null);
  return runContract(verb, { now: { ...contract, database, locks }, files, today, print: (line) => console.log(line) });
});
