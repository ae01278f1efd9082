import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolder } from '../harness/ending.mjs';
import { openWorld } from '../harness/world.mjs';
import { releaseBuild } from './support/release-build.mjs';
import { leadRequest, openRolled } from './support/rolled.mjs';

export const promise = 'P6';
export const about =
  'two instances of the last release (or --from a commit) are replaced by this version, which migrates, and come back: no request fails, and each change reaches its endpoint and the feed';
export const planted = 'a migration of this version renames a column that the last release reads';

/**
 * The numbers have the meanings of those in rolling.mjs. In each pass this version takes the place of the release with new
 * migrations, and the release comes back.
 */
export const FULL = { passes: 3, perSecond: 300, settleMs: 60_000, mostMs: 1_000, mostRepeated: 0, allSucceed: true, env: {} };
export const SHORT = { ...FULL, passes: 1, perSecond: 30, mostMs: 60_000, env: { MAX_IN_FLIGHT: '0' } };
const SERVICES = 20;
/** A change that no version may make: the version before reads the column. */
const RENAMING = 'alter table leads rename column source to origin_of_lead';

export async function run({ form, plant, databaseUrl, from }) {
  const release = await releaseBuild(from).catch((error) => error.message);
  if (typeof release === 'string') return { measured: {}, broken: [release] };
  const folder = await openFolder();
  const world = await openWorld(databaseUrl, (_, env) => provisionedBy(release, env, folder));
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
  return { measured: { release: release.commit, passes: form.passes, migrations: statements.length, ...measured }, broken };
}

/** The release migrates the database and makes a shop with a key and services, so that this version finds what is old. */
async function provisionedBy(release, env, folder) {
  await release.command(['migrate', 'up'], env);
  const shop = await release.command(['shop', 'create', '--name', 'Northside Auto Care'], env);
  const { key } = await release.command(['key', 'mint', '--shop', shop.id, '--name', 'drill', '--scope', 'full'], env);
  const file = join(folder, 'services.csv');
  const lines = Array.from({ length: SERVICES }, (_, number) => `X-${number},Coating ${number},899.50,flat,12`);
  await writeFile(file, ['external_id,name,base_price,pricing_model,cure_time_hours', ...lines].join('\n'));
  await release.command(['import', 'services', file, '--shop', shop.id], env);
  return [{ shop, token: key }];
}

/** Leads are written and read. Services are read, and written in units of work, which calls with an idempotency key are. */
async function requestsOf({ sql }) {
  const services = (await sql.rows('select id from services')).map(({ id }) => id);
  const post = (verb, body, headers) => ({ method: 'POST', path: `/api/v1/services/${verb}`, headers, body });
  return (number) => {
    const id = services[number % SERVICES];
    if (number % 6 === 2) return post('list', { limit: 5 });
    if (number % 6 === 4) return post('get', { id });
    if (number % 6 === 5) return post('update_price', { id, base_price: number / 100 }, { 'idempotency-key': `price ${number}` });
    return leadRequest(number);
  };
}

/**
 * A change that a later version may make: it adds to tables that are written all the time, and it widens a column that all lists
 * of services read.
 */
function expanding(number, widens) {
  return [
    `alter table leads add column drilled_${number} text`,
    `alter table outbox add column drilled_${number} text not null default ''`,
    ...(widens ? [`alter table services alter column cure_time_hours type numeric(${7 + number}, 2)`] : []),
  ];
}

/**
 * Writes an extension that makes the built service a later version, with a migration for each of these statements. Returns its
 * file.
 */
async function laterVersion(folder, statements) {
  const built = (file) => JSON.stringify(new URL(`../../dist/${file}`, import.meta.url).href);
  const names = statements.map((_, number) => `Drill${1_999_000_000_000 + number}`);
  const classes = statements.map(
    (statement, n) =>
      `class ${names[n]} { async up(runner) { await runner.query(${JSON.stringify(statement)}); } async down() {} }`,
  );
  const file = join(folder, `later-${statements.length}.mjs`);
  await writeFile(
    file,
    `import { storage } from ${built('adapters/storage/storage.js')};
import { extension } from ${built('infrastructure/extensions/extension.js')};
${classes.join('\n')}
export const later = extension({
  name: 'later', about: 'Adds migrations.', storages: [storage({ migrations: [${names.join(', ')}] })],
});
`,
  );
  return file;
}
