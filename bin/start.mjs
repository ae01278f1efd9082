import { build } from './build.mjs';
import { load } from './load.mjs';

// To compile and to load takes a second or more. A person who waits at a terminal is told at once; a log needs no such line.
if (process.stderr.isTTY) process.stderr.write('Building what has changed, and loading the service …\n');
build();
await load('infrastructure/main.js');
