import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const LAYERS = ['domain', 'application', 'adapters', 'infrastructure'];
/** The suites that test every operation. They run for the operations of the areas only. */
const OF_OPERATIONS = ['machine/http/operation-matrix/', 'machine/http/cursor-paging.', 'sql-rules/tenancy.'];
/** The suites over the whole service that a new operation, table or statement may break. */
const OF_ALL = [
  ...[
    'machine/architecture/event-',
    'machine/architecture/operation-names.',
    'machine/architecture/storage-layout.',
    'machine/http/openapi.',
  ],
  ...[
    'machine/docs/surfaces.',
    'machine/mcp/descriptions.',
    'machine/mcp/endpoint.',
    'machine/mcp/strangers-texts.',
    'machine/mcp/tool-descriptions.',
  ],
  ...['sql-rules/schema.', 'sql-rules/foreign-keys.', 'machine/infrastructure/customer-erase.', 'sql-rules/distribution.'],
  ...['sql-rules/background-tenancy.', 'sql-rules/distributed-database.'],
];

const { positionals, values } = parseArgs({ allowPositionals: true, strict: false, options: { list: { type: 'boolean' } } });
/** An area of two words is a folder with a hyphen, and a name with an underscore. */
const wanted = positionals.map((name) => name.replaceAll('_', '-'));
const areas = readdirSync('application/areas').filter((name) => existsSync(`application/areas/${name}/area.ts`));
const unknown = wanted.filter((name) => !areas.includes(name));
if (unknown.length > 0) refuse(`No area is named ${unknown.join(' or ')}.`);
const strange = Object.keys(values).some((name) => name !== 'list');
if (wanted.length === 0 || strange) refuse('Usage: npm run check -- AREA... [--list]');

const files = sourcesIn([...LAYERS, 'tests']);
const own = files.filter(isOfAreas);
const operations = own.flatMap(operationsIn);
const suites = [...OF_ALL, ...(operations.length > 0 ? OF_OPERATIONS : [])];
const tests = files.filter((file) => /(?<!\.slow)\.test\.ts$/.test(file));
const ownTests = tests.filter((file) => own.includes(file) && file.startsWith('tests/areas/'));
const concerned = (file) => own.includes(file) || suites.some((suite) => file.startsWith(`tests/${suite}`));
const otherTests = tests.filter((file) => concerned(file) && !ownTests.includes(file));
const read = [...new Set([...own, ...changed()])];
const layered = read.filter((file) => LAYERS.includes(file.split('/')[0]));

const testing = ['npm', 'run', '--silent', 'test', '--', '--runTestsByPath'];
/** The steps, each with its program and arguments. What tells most about a change of the area comes first. */
const steps = {
  ...(ownTests.length > 0 && { area: [...testing, ...ownTests] }),
  // Without the cache, Prettier would delete that of `npm run format`.
  format: ['prettier', '--cache', '--cache-strategy', 'content', '--log-level', 'warn', '--check', ...read],
  lint: ['oxlint', ...read],
  dependencies: ['depcruise', '--config', '.dependency-cruiser.cjs', ...layered],
  types: ['npm', 'run', '--silent', 'typecheck'],
  contract: ['npm', 'run', '--silent', 'contract'],
  documents: ['npm', 'run', '--silent', 'docs', '--', '--check'],
  client: ['npm', 'run', '--silent', 'client', '--', '--check'],
  ...(otherTests.length > 0 && { suites: [...testing, ...otherTests] }),
};

if (values.list) {
  process.stdout.write(`OPERATION=${operations}\n${[...new Set([...read, ...otherTests])].join('\n')}\n`);
} else {
  const failed = Object.entries(steps).filter(([name, command]) => !passes(name, command));
  if (failed.length > 0) {
    process.stderr.write(`failed: ${failed.map(([name]) => name).join(', ')}\n`);
    process.exit(1);
  }
}

function refuse(reason) {
  process.stderr.write(`${reason}\nThe areas are ${areas.join(', ')}.\n`);
  process.exit(1);
}

function sourcesIn(folders) {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`))
    .filter((file) => /\.(ts|mjs)$/.test(file));
}

/** A file belongs to an area if a folder of its path, or a part of its own name, is the area's word. */
function isOfAreas(file) {
  const folders = file.split('/');
  const name = folders.pop();
  return wanted.some((area) => folders.includes(area) || `-${name}`.includes(`-${area}.`) || name.startsWith(`${area}-`));
}

function operationsIn(file) {
  if (!file.startsWith('application/')) return [];
  return [...readFileSync(file, 'utf8').matchAll(/^ {2}name: '(\w+\.\w+)',$/gm)].map(([, name]) => name);
}

/** The sources that differ from the last commit, such as the lists that name an area. Without git there are none. */
function changed() {
  const { stdout } = spawnSync('git', ['status', '--porcelain', '--untracked-files=all', '-z'], { encoding: 'utf8' });
  const paths = (stdout ?? '').split('\0').map((line) => line.slice(3));
  return paths.filter((path) => /\.(ts|mjs|cjs)$/.test(path) && existsSync(path));
}

function passes(name, [program, ...args]) {
  const from = performance.now();
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `node_modules/.bin:${process.env.PATH}`,
      ...(operations.length > 0 && { OPERATION: operations.join(',') }),
    },
  });
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  process.stdout.write(`${status === 0 ? 'passed' : 'FAILED'}: ${name} (${seconds} s)\n`);
  return status === 0;
}
