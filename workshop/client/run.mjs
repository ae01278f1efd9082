// npm run client              writes the parts of client/ that are made from the registry, and builds the package into client/dist
// npm run client -- --check   only compares the parts with the registry, and the size of the module with its limit; 1: they differ,
//                             or it is too large
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build } from '../../bin/build.mjs';
import { buildPackage, moduleOf, MOST_ZIPPED, zippedSize } from './package.mjs';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
build(); // what follows loads the built service
const { madeSources } = await import('./sources.mjs');
const made = await madeSources();
const differing = Object.entries(made).filter(([file, source]) => !existsSync(file) || readFileSync(file, 'utf8') !== source);
if (values.check) {
  for (const [file] of differing) refuse(`${file} differs from the registry: npm run client`);
} else {
  for (const [file, source] of differing) writeFileSync(file, source);
  await buildPackage('client/dist');
}
const module = await moduleOf();
const zipped = zippedSize(module);
process.stdout.write(`the client has ${module.length} bytes, ${zipped} by gzip\n`);
if (zipped > MOST_ZIPPED) refuse(`the client has more than ${MOST_ZIPPED} bytes by gzip`);

function refuse(reason) {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}
