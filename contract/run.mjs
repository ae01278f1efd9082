// npm run contract                compares the contract of this checkout with that of the last release; 1: something breaks clients
// npm run contract -- changelog   also writes the lines of the changes into CHANGELOG.md, below "Unreleased"
// npm run contract -- release     also makes this contract the released one, with the version of package.json
// docs/decisions/0041-a-contract-that-holds.md has the rules.
import { fileURLToPath } from 'node:url';
import { runContract } from './commands.mjs';
import { ContractFiles } from './files.mjs';
import { currentContract } from './sources.mjs';

const VERBS = ['compare', 'changelog', 'release'];
const [verb = 'compare', ...more] = process.argv.slice(2);
if (!VERBS.includes(verb) || more.length > 0) {
  console.error(`usage: npm run contract [-- ${VERBS.slice(1).join(' | ')}]`);
  process.exit(2);
}
const files = new ContractFiles(fileURLToPath(new URL('..', import.meta.url)));
const today = new Date().toISOString().slice(0, 10);
process.exitCode = await runContract(verb, { now: await currentContract(), files, today, print: (line) => console.log(line) });
