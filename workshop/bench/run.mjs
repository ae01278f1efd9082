// npm run bench [-- --rows 1000000] [--shops 200] [--rounds 5] [--requests 2000] [--only 'page|create']
// npm run bench -- NAME [--check]: annotations, burst, citus, exports, growth, idle, import, inner-loop, instances, memory, sizes, start or streams
// Runs the measurement of requests.mjs, or that of NAME.mjs, and prints what it has found. The exit code is 1 if something misses
// its limit; with NAME only if --check is given.
import { parseArgs } from 'node:util';
import { bundle } from '../../bin/bundle.mjs';
import { runToTheEnd } from '../harness/ending.mjs';

const NAMES = [
  'annotations',
  'burst',
  'citus',
  'exports',
  'growth',
  'idle',
  'import',
  'inner-loop',
  'instances',
  'memory',
  'sizes',
  'start',
  'streams',
];
const [first, ...others] = process.argv.slice(2);
const isNamed = NAMES.includes(first);

await bundle(); // the measurements import from dist/, and deployments have the command line so
// A measurement is a file in this folder. It exports its `options` with their defaults, and `run(options)`, which prints tables
// and returns a line for each limit that is missed. It need not end what it has started.
const { options, run } = await import(`./${isNamed ? first : 'requests'}.mjs`);
const values = valuesOf(isNamed ? others : process.argv.slice(2));
await runToTheEnd(async () => {
  const missed = await run(values);
  for (const line of missed) console.log(line);
  return missed.length > 0 && (values.check ?? true) ? 1 : 0;
});

/** The options that were given, as numbers where the default is one, or else their defaults. */
function valuesOf(args) {
  const typeOf = (value) => ({ type: typeof value === 'boolean' ? 'boolean' : 'string' });
  const known = Object.fromEntries(Object.entries(options).map(([name, value]) => [name, typeOf(value)]));
  const given = Object.entries(parseArgs({ args, options: known }).values).map(([name, value]) => [
    name,
    typeof options[name] === 'number' ? Number(value) : value,
  ]);
  return { ...options, ...Object.fromEntries(given) };
}
