// npm run bench -- import [--rows 1000000] [--check]
// Makes a file of customers and stores it by an import of the built command line, and by COPY into a table with the columns,
// indexes and keys of `customers`. COPY stores the file, which has no search texts, so the largest index stays almost empty. It
// also stores the rows that the import has made, with their search texts. Each way begins with an empty table. The import is
// repeated, which changes nothing. Prints rows/s, the ratios to both COPYs, and the peak memory of the imports. With --check the
// exit code is 1 if a limit is missed.
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { build } from '../../bin/build.mjs';
import { table } from './report.mjs';

const LEAST_RATIO = 0.25;
const MOST_MEGABYTES = 200;
const COLUMNS = [
  'external_id',
  'name',
  'email',
  'phone',
  'city',
  'region',
  'postal_code',
  'tags',
  'is_vip',
  'consent_source',
  'created_at',
];
const SAMPLE_EVERY_MS = 50;

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { rows: { type: 'string', default: '1000000' }, check: { type: 'boolean', default: false } },
});
const rows = Number(options.rows);

build();
const { ownEmbeddedPostgres } = await import('../../dist/infrastructure/embedded-postgres/embedded-postgres.js');
const folder = await mkdtemp(join(tmpdir(), 'shop-operations-bench-'));
// When root runs this program, PostgreSQL runs under another account, which must be able to enter the folder. Otherwise the
// cluster would be made in another folder, which nothing removes.
await chmod(folder, 0o755);
const postgres = await ownEmbeddedPostgres(folder);
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATABASE_URL: postgres.url,
  SIGNING_KEYS: 'a-signing-key-of-the-benchmark',
  DATA_DIR: folder,
};
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
await shopOps('migrate', 'up');
const shop = JSON.parse((await shopOps('shop', 'create', '--name', 'Northside Auto Care', '--json')).output).id;
const file = join(folder, 'customers.csv');
await pipeline(Readable.from(lines(rows)), createWriteStream(file));

const fileCopied = await copyAlone(file, `(${COLUMNS.join(', ')}) from stdin with (format csv, header)`);
const imported = await shopOps('import', 'customers', file, '--shop', shop, '--json');
const { n } = (await client.query('select count(*)::int as n from customers')).rows[0];
if (n !== rows) throw new Error(`${n} of ${rows} rows were imported: ${imported.output}`);
const again = await shopOps('import', 'customers', file, '--shop', shop, '--json');
const storedRows = join(folder, 'customers.copy');
await pipeline(client.query(copyTo('copy customers to stdout')), createWriteStream(storedRows));
const rowsCopied = await copyAlone(storedRows, 'from stdin');
await client.end();
await postgres.stop();
await rm(folder, { recursive: true, force: true });

const ratio = fileCopied / imported.seconds;
console.log(
  `\n${rows.toLocaleString('en')} customers from CSV\n\n${table([
    row('COPY of the file, without search texts', { seconds: fileCopied }),
    row('COPY of the rows that the import made', { seconds: rowsCopied }),
    row('shop-ops import', imported),
    row('the same again, nothing changed', again),
  ])}\n`,
);
const failures = [
  ...(ratio < LEAST_RATIO ? [`import at ${ratio.toFixed(2)} of COPY`] : []),
  ...(imported.megabytes > MOST_MEGABYTES ? [`import with ${imported.megabytes.toFixed(0)} MB`] : []),
];
for (const failure of failures) console.log(`BELOW THE LIMIT: ${failure}`);
process.exit(options.check && failures.length > 0 ? 1 : 0);

function row(way, { seconds, megabytes }) {
  return {
    way,
    seconds: seconds.toFixed(1),
    'rows/s': Math.round(rows / seconds),
    'to COPY of the file': (fileCopied / seconds).toFixed(2),
    'to COPY of the rows': (rowsCopied / seconds).toFixed(2),
    'peak MB': megabytes?.toFixed(0) ?? '',
  };
}

function* lines(count) {
  yield `${COLUMNS.join(',')}\n`;
  const first = ['Dana', 'Robin', 'Zoë', 'Olivia', 'Mateo', 'Aisha', 'Liam', 'Noor'];
  const last = ['Whitfield', 'Okafor', 'Tremblay', 'Nguyen', 'Kowalski', 'Haddad', 'MacLeod', 'Singh'];
  for (let at = 0; at < count; at += 1) {
    const name = `${first[at % 8]} ${last[(at >> 3) % 8]} ${(at * 7919).toString(36)}`;
    const phone = `+1613${String(2_000_000 + at).padStart(7, '0')}`;
    const date = new Date(1_577_836_800_000 + at * 60_000).toISOString();
    yield `C-${at},${name},customer.${at}@example.com,${phone},Ottawa,ON,K1P 1J1,{fleet},${at % 7 === 0},web_form,${date}\n`;
  }
}

/** Stores a file as psql's \copy does, in a table that gives defaults to the columns that the file does not have. */
async function copyAlone(path, form) {
  await client.query(
    'create table copied_customers (like customers including all, foreign key (shop_id) references shops (id) on delete cascade)',
  );
  const defaults = {
    shop_id: `'${shop}'`,
    id: 'gen_random_uuid()',
    version: '1',
  };
  for (const [column, value] of Object.entries(defaults)) {
    await client.query(`alter table copied_customers alter column ${column} set default ${value}`);
  }
  const begun = performance.now();
  await pipeline(createReadStream(path), client.query(copyFrom(`copy copied_customers ${form}`)));
  const seconds = (performance.now() - begun) / 1000;
  await client.query('drop table copied_customers');
  return seconds;
}

/** Runs the built command line and measures its duration and its peak memory. */
function shopOps(...args) {
  const begun = performance.now();
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../dist/infrastructure/cli/main.js', import.meta.url)), ...args],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  let megabytes = 0;
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  const sampling = setInterval(() => (megabytes = Math.max(megabytes, peakOf(child.pid))), SAMPLE_EVERY_MS);
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      clearInterval(sampling);
      if (code !== 0) reject(new Error(`shop-ops ${args[0]} ended with ${code}: ${output}`));
      resolve({ output, megabytes, seconds: (performance.now() - begun) / 1000 });
    });
  });
}

/** Returns the peak memory of a process in MB, as Linux counts it. */
function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // the process has ended
  }
}
