import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SIGNING_KEYS } from '../bench/world.mjs';
import { openSql } from './support/calls.mjs';
import { expanding, laterVersion, RENAMING } from './support/later-version.mjs';
import { leadRequest } from './support/lead-load.mjs';
import { releaseBuild } from './support/release-build.mjs';
import { openRolled } from './support/rolled.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'P6';
export const about =
  'two instances of the last release (or --from a commit) are replaced by this version, which migrates, and come back: no request fails, and each change reaches its endpoint and the feed';
export const planted = 'a migration of this version renames a column that the last release reads';

/** The numbers have the meanings of those in rolling.mjs. In each pass this version takes the place of the release with new migrations, and the release comes back. */
const FULL = { passes: 3, perSecond: 300, settleMs: 60_000, mostMs: 1_000, mostRepeated: 0, allSucceed: true, env: {} };
const SHORT = { ...FULL, passes: 1, perSecond: 30, mostMs: 15_000, env: { MAX_IN_FLIGHT: '0' } };
const SERVICES = 20;

export async function run({ short, plant, databaseUrl, from }) {
  const release = await releaseBuild(from).catch((error) => error.message);
  if (typeof release === 'string') return { measured: {}, broken: [release] };
  const form = short ? SHORT : FULL;
  const folder = await mkdtemp(join(tmpdir(), 'shop-operations-release-'));
  const world = await openWorld(databaseUrl, (url) => provisionedBy(release, url, folder));
  const previous = { main: release.main };
  const rolled = await openRolled(world, form, await requestsOf(world), previous);
  // Releases without this file do not survive a wider column in a unit of work.
  const widens = existsSync(join(release.folder, 'workshop/contract/database.json'));
  const statements = plant ? [RENAMING] : [];
  for (let pass = 1; pass <= form.passes; pass += 1) {
    statements.push(...expanding(pass, widens));
    const later = { env: { EXTENSIONS: await laterVersion(folder, statements) } };
    for (const version of [later, later, previous, previous]) await rolled.replaceOne(version);
  }
  const { measured, broken } = await rolled.conclude();
  await rm(folder, { recursive: true });
  return { measured: { release: release.commit, passes: form.passes, migrations: statements.length, ...measured }, broken };
}

/** The release migrates the database and makes a shop with a key and services, so that this version finds what is old. */
async function provisionedBy(release, url, folder) {
  const env = { ...process.env, DATABASE_URL: url, SIGNING_KEYS };
  await release.command(['migrate', 'up'], env);
  const shop = await release.command(['shop', 'create', '--name', 'Northside Auto Care'], env);
  const { key } = await release.command(['key', 'mint', '--shop', shop.id, '--name', 'drill', '--scope', 'full'], env);
  const file = join(folder, 'services.csv');
  const lines = Array.from({ length: SERVICES }, (_, number) => `X-${number},Coating ${number},899.50,flat,12`);
  await writeFile(file, ['external_id,name,base_price,pricing_model,cure_time_hours', ...lines].join('\n'));
  await release.command(['import', 'services', file, '--shop', shop.id], env);
  return { shop, token: key };
}

/** Leads are written and read. Services are read, and written in units of work, which calls with an idempotency key are. */
async function requestsOf({ token, databaseUrl }) {
  const sql = openSql(databaseUrl);
  const services = (await sql.rows('select id from services')).map(({ id }) => id);
  await sql.end();
  const post = (path, body, more) => {
    const text = JSON.stringify(body);
    const headers = { authorization: `Bearer ${token}`, 'content-length': String(text.length), ...more };
    return { method: 'POST', path: `/api/v1/services/${path}`, headers, body: text };
  };
  return (number) => {
    const id = services[number % SERVICES];
    if (number % 6 === 2) return post('list', { limit: 5 });
    if (number % 6 === 4) return post('get', { id });
    if (number % 6 === 5) return post('update_price', { id, base_price: number / 100 }, { 'idempotency-key': `price ${number}` });
    return leadRequest(token, number);
  };
}
