import { fileURLToPath } from 'node:url';
import { runNew } from './new/run-new.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.exitCode = await runNew(process.argv.slice(2), root);
