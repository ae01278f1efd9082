import { fileURLToPath } from 'node:url';
import { runNew } from '../workshop/generator/run-new.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.exitCode = await runNew(process.argv.slice(2), root);
