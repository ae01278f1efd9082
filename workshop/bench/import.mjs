// npm run bench -- import [--rows 1000000] [--check]
// Makes a file of customers and stores it by an import of the built command line, and by COPY into a table with the columns,
// indexes and keys of `customers`. COPY stores the file, which has no search texts, so the largest index stays almost empty. It
// also stores the rows that the import has made, with their search texts. Each way begins with an empty table. The import is
// repeated, which changes nothing. Prints rows/s, the ratios to both COPYs, and the peak memory of the imports, and misses its
// limits if the import is too slow or needs too much memory.
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { memoryOf } from '../harness/processes.mjs';
import { table } from '../harness/report.mjs';
import { openWorld } from '../harness/world.mjs';

export const options = { rows: 1_000_000, check: false };

const LEAST_RATIO = 0.25;
const MOST_MEGABYTES = 200;
const COLUMNS = 'external_id, name, email, phone, city, region, postal_code, tags, is_vip, consent_source, created_at';
const SAMPLE_EVERY_MS = 50;
const COMMANDS = fileURLToPath(new URL('../../bin/shop-ops.mjs', import.meta.url));

export async function run({ rows }) {
  const world = await openWorld();
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  const [file, storedRows] = ['customers.csv', 'customers.copy'].map((name) => join(world.folder, name));
  await pipeline(Readable.from(lines(rows)), createWriteStream(file));
  const fileCopied = await copyAlone(client, world.shop, file, `(${COLUMNS}) from stdin with (format csv, header)`);
  const imported = await importFile(world, file);
  const stored = await world.sql.count('select count(*) as n from customers');
  if (stored !== rows) throw new Error(`${stored} of ${rows} rows were imported: ${imported.output}`);
  const again = await importFile(world, file);
  await pipeline(client.query(copyTo('copy customers to stdout')), createWriteStream(storedRows));
  const rowsCopied = await copyAlone(client, world.shop, storedRows, 'from stdin');
  await client.end();

  const row = (way, { seconds, megabytes }) => ({
    way,
    seconds: seconds.toFixed(1),
    'rows/s': Math.round(rows / seconds),
    'to COPY of the file': (fileCopied / seconds).toFixed(2),
    'to COPY of the rows': (rowsCopied / seconds).toFixed(2),
    'peak MB': megabytes?.toFixed(0) ?? '',
  });
  const ways = [
    row('COPY of the file, without search texts', { seconds: fileCopied }),
    row('COPY of the rows that the import made', { seconds: rowsCopied }),
    row('shop-ops import', imported),
    row('the same again, nothing changed', again),
  ];
  console.log(`\n${rows.toLocaleString('en')} customers from CSV\n\n${table(ways)}\n`);
  const ratio = fileCopied / imported.seconds;
  return [
    ...(ratio < LEAST_RATIO ? [`BELOW THE LIMIT: import at ${ratio.toFixed(2)} of COPY`] : []),
    ...(imported.megabytes > MOST_MEGABYTES ? [`BELOW THE LIMIT: import with ${imported.megabytes.toFixed(0)} MB`] : []),
  ];
}

function* lines(count) {
  yield `${COLUMNS.replaceAll(' ', '')}\n`;
  const first = ['Dana', 'Robin', 'Zoë', 'Olivia', 'Mateo', 'Aisha', 'Liam', 'Noor'];
  const last = ['Whitfield', 'Okafor', 'Tremblay', 'Nguyen', 'Kowalski', 'Haddad', 'MacLeod', 'Singh'];
  for (let at = 0; at < count; at += 1) {
    const name = `${first[at % 8]} ${last[(at >> 3) % 8]} ${(at * 7919).toString(36)}`;
    const phone = `+1613${String(2_000_000 + at).padStart(7, '0')}`;
    const date = new Date(1_577_836_800_000 + at * 60_000).toISOString();
    yield `C-${at},${name},customer.${at}@example.com,${phone},Ottawa,ON,K1P 1J1,{fleet},${at % 7 === 0},web_form,${date}\n`;
  }
}

/**
 * Stores a file as psql's \copy does, in a table that gives defaults to the columns that the file does not have. Returns the
 * seconds.
 */
async function copyAlone(client, shop, path, form) {
  await client.query(`
    create table copied_customers (like customers including all, foreign key (shop_id) references shops (id) on delete cascade);
    alter table copied_customers alter column shop_id set default '${shop.id}',
      alter column id set default gen_random_uuid(), alter column version set default 1`);
  const begun = performance.now();
  await pipeline(createReadStream(path), client.query(copyFrom(`copy copied_customers ${form}`)));
  const seconds = (performance.now() - begun) / 1000;
  await client.query('drop table copied_customers');
  return seconds;
}

/** Runs the import of the built command line, and measures its duration and its peak memory. */
function importFile({ env, shop }, file) {
  const begun = performance.now();
  const args = ['import', 'customers', file, '--shop', shop.id, '--json'];
  const child = spawn(COMMANDS, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  let peak = 0;
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  const sampling = setInterval(() => (peak = Math.max(peak, memoryOf(child.pid).peak)), SAMPLE_EVERY_MS);
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      clearInterval(sampling);
      if (code !== 0) reject(new Error(`shop-ops import ended with ${code}: ${output}`));
      resolve({ output, megabytes: peak / 2 ** 20, seconds: (performance.now() - begun) / 1000 });
    });
  });
}
