// npm run size [-- --from COMMIT]
// Prints the lines and files of the mechanisms that drive the service, at a commit and in the working tree (a new file counts
// once git knows it), with the most that each may have. Without --from, the commit is the last one before they were made small.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { table } from '../harness/report.mjs';

const P = 'adapters/(persistence|storage)';
const HTTP_LOAD = 'admission|connections|deadlines|express-classes|front-of-line|long-waits|parties|work-queue|workload';
const LOAD = `adapters/http/(${HTTP_LOAD})\\.|adapters/(background-turns|fair-line|slots)\\.`;
const REPLICA =
  `${P}/(replica/|connection/reads-elsewhere\\.)|application/(operation/staleness|ports/read-places)\\.` +
  '|adapters/http/preferences\\.|infrastructure/(doctor/check-replica|wiring/replica)\\.';
const POOLER = `${P}/connection/pooled-query\\.|infrastructure/(database/sessions|doctor/check-pooler)\\.`;
const QUEUE = `adapters/queue/|${P}/(due/|connection/(leader-loop|in-turns)\\.)`;
/** The rows of the outbox, without its table, its migrations and what erasing does to it. */
const OUTBOX_ROWS = `${P}/outbox/(event-follower|outbox-relay|waiting-events)\\.`;
const TRACES =
  `adapters/(traces/|http/traced-|trace-context\\.)|${P}/connection/traced-|application/(kernel/)?ports/traces\\.` +
  '|infrastructure/(doctor/check-traces|settings/trace-settings|wiring/traces)\\.';
const LIMITS = 'adapters/limits/|infrastructure/(doctor/check-redis|wiring/limits)\\.';
const CONNECTION = `adapters/persistence/connection/`;

/** Each row: its name, the most lines and files, the files that count now, and those that counted before if these are others. */
const MECHANISMS = [
  [
    'statements, connections, transactions',
    600,
    9,
    `${CONNECTION}|adapters/(postgres/|storage/(database|statement)\\.)|infrastructure/database/role-limits\\.`,
  ],
  ['load of requests', 350, 5, `adapters/load/|${LOAD}`],
  ['read replica', 0, 0, REPLICA],
  ['pooler in front of the database', 0, 0, POOLER, `${POOLER}|jest\\.pooler\\.config\\.mjs`],
  ['queue and outbox', 400, 8, `${QUEUE}|${OUTBOX_ROWS}`, `${QUEUE}|${P}/outbox/`],
  ['traces', 200, 4, TRACES],
  ['limits', 250, 3, LIMITS],
  ['record store', 350, null, `${P}/records/`],
].map(([name, mostLines, mostFiles, is, was = is]) => ({
  name,
  mostLines,
  mostFiles,
  is: new RegExp(`^(${is})`),
  was: new RegExp(`^(${was})`),
}));

const LAYERS = ['domain', 'application', 'adapters', 'infrastructure'];
/** Import and export in all layers. Since the layout changed, `adapters/files` has the storage of files, too, which does not count. */
const TRANSFER =
  /^(application\/(import|export|transfer)\/|application\/(areas\/)?[a-z-]+\/[a-z-]+\.import\.ts|adapters\/(persistence|storage)\/transfer\/|adapters\/files\/(?!disk-files|s3-|magic-numbers)|infrastructure\/cli\/(import|export))/;

/** Each part: its name, its files, and the most lines that it may have. */
const PARTS = [
  ...LAYERS.map((layer) => [layer, new RegExp(`^${layer}/`)]),
  ['the four layers', new RegExp(`^(${LAYERS.join('|')})/`), 44_000],
  ['import and export', TRANSFER, 3200],
  ['client, without what is made', /^client\/source\/(?!document|operations)/, 1000],
  ['demo, without its data', /^infrastructure\/demo(-data)?\//, 900],
  ['command line', /^infrastructure\/cli\//, 1800],
  ['embedded PostgreSQL', /^infrastructure\/embedded-postgres\//, 500],
  ['generator, without its templates', /^(bin\/new|workshop\/generator)\//, 700],
  [
    'bench, drills, their harness, contract, doctor',
    /^((workshop\/)?(bench|drills|harness|contract)|infrastructure\/doctor)\//,
    5000,
  ],
  ['tests', /^(tests|examples\/[^/]+\/tests)\//, 46_000],
].map(([name, paths, mostLines = null]) => ({ name, paths, mostLines }));

const { values } = parseArgs({ options: { from: { type: 'string', default: 'cca9df3a' } } });
const [before, after] = [linesOf([values.from]), linesOf([])];
const rows = MECHANISMS.map(({ name, mostLines, mostFiles, ...paths }) => {
  const [was, is] = [sizeOf(before, paths.was), sizeOf(after, paths.is)];
  const isAbove = is.lines > mostLines || (mostFiles !== null && is.files > mostFiles);
  const most = mostFiles === null ? `${mostLines}` : text({ lines: mostLines, files: mostFiles });
  return { mechanism: name, [values.from]: text(was), now: text(is), 'at most': most, '': isAbove ? 'ABOVE' : '' };
});
const parts = PARTS.map(({ name, paths, mostLines }) => {
  const is = sizeOf(after, paths);
  return {
    part: name,
    [values.from]: text(sizeOf(before, paths)),
    now: text(is),
    'at most': mostLines?.toLocaleString('en') ?? '',
    '': mostLines !== null && is.lines > mostLines ? 'ABOVE' : '',
  };
});
process.stdout.write(`lines and files\n\n${table(rows)}\n\n${table(parts)}\n`);

/** Returns the lines of each file of code: at a commit, or in the working tree. */
function linesOf(place) {
  const args = ['grep', '-c', '-I', '-e', '', ...place, '--', '*.ts', '*.mjs', '*.js', '*.cjs'];
  const found = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return found
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [lines, path] = line.split(':').reverse();
      return { path, lines: Number(lines) };
    });
}

function sizeOf(files, paths) {
  const counted = files.filter(({ path }) => paths.test(path));
  return { lines: counted.reduce((sum, { lines }) => sum + lines, 0), files: counted.length };
}

function text({ lines, files }) {
  return `${lines.toLocaleString('en')} in ${files}`;
}
