import { createHash, randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DiskFiles } from '../../dist/adapters/files/disk-files.js';
import { repeat } from '../harness/load.mjs';
import { hasEnded, memoryOf } from '../harness/processes.mjs';
import { until } from '../harness/servers.mjs';
import { openWorld } from '../harness/world.mjs';
import { hashOf, sourceOf, startRecordings } from './support/recordings.mjs';

export const promise = 'P1';
export const about =
  'recordings are being fetched from a slow provider while the service is killed again and again: each is stored once and whole';
export const planted = 'the database never gives the work of a killed worker to another one';

export const FULL = { files: 50, kills: 10, mostMs: 120_000, large: 100_000_000 };
export const SHORT = { files: 12, kills: 2, mostMs: 60_000, large: 20_000_000 };
/** A file comes in pieces of 64 KiB with a pause after each, so it takes between one and eight seconds. */
const SLOW = { leastBytes: 200_000, mostBytes: 1_600_000, pauseMs: 300 };
/** A kill comes this soon after the service has begun to fetch again. A dead worker's work is free after about seven seconds. */
const KILL_WITHIN_MS = 2_000;
/** The planted fault lasts for ever, so the drill waits only a little longer than a healthy service takes to begin again. */
const PLANTED_MS = 10_000;
const MOST_MORE_BYTES = 30_000_000;
const HOUR_MS = 3_600_000;

export async function run({ form, plant, databaseUrl }) {
  const mostMs = plant ? PLANTED_MS : form.mostMs;
  const world = await openWorld(databaseUrl);
  const { sql, recordings } = world;
  const files = new Map(Array.from({ length: form.files }, (_, seed) => [randomBytes(16).toString('hex'), slowFile(seed)]));
  const provider = await startRecordings(files);
  let service = await world.startInstance(provider.env);
  if (plant) await sql.rows(KEEP_LOCKED);
  for (const name of files.keys()) await expectRecording(world, name);
  const halves = watchStored(sql, recordings);
  for (let n = 0; n < form.kills; n += 1) {
    await until(() => provider.askedAgain() > 0, mostMs, 20);
    await sleep(randomInt(KILL_WITHIN_MS));
    process.kill(service.pid, 'SIGKILL');
    if (!hasEnded(service.child)) await once(service.child, 'exit');
    service = await world.startInstance(provider.env);
  }
  const took = await sql.untilNone(`select count(*) as n from media_files where status = 'waiting'`, [], mostMs);
  const cut = (await filesIn(join(recordings, '.parts'))).length;
  const broken = [...(await halves.end()), ...(await examine(world, files))];
  // The first large file fills what the process keeps until its garbage is collected, whatever the size of the file.
  const fetchLarge = () => (plant ? 0 : grownBy(world, files, service, { name: randomBytes(16).toString('hex'), ...form }));
  const [first, more] = [await fetchLarge(), await fetchLarge()];
  return {
    measured: {
      files: form.files,
      kills: form.kills,
      'all stored after s': took === null ? null : Math.round(took / 1000),
      'transfers cut off': cut,
      'more bytes of memory, first large file': first,
      'second large file': more,
    },
    broken: [
      took === null && 'some recordings were never fetched',
      ...broken,
      more > MOST_MORE_BYTES && `a recording of ${form.large} bytes took ${more} bytes of memory`,
    ],
  };
}

/** Work whose worker is dead is not released. */
const KEEP_LOCKED = `create or replace function graphile_worker.force_unlock_workers(worker_ids text[]) returns void
  language sql as $$ select $$`;

function slowFile(seed) {
  return { seed, bytes: randomInt(SLOW.leastBytes, SLOW.mostBytes), pauseMs: SLOW.pauseMs };
}

/** Stores a call, and its recording as the provider announces it. */
async function expectRecording({ sql, shop }, name) {
  await sql.rows(
    `with call as (
      insert into calls (shop_id, id, direction, status, "from", "to", started_at, has_recording,
        has_voicemail, origin, version, created_at)
      values ($1, gen_random_uuid(), 'inbound', 'completed', '+16135550142', '+16135550100', now(), false,
        false, 'service', 1, now())
      returning id)
    insert into media_files (shop_id, id, kind, call_id, place, source, provider_id, duration_seconds, status, attempts, due_at,
      created_at, version)
    select $1, gen_random_uuid(), 'recording', id, 0, $2, $3, 60, 'waiting', 0, now(), now(), 1 from call`,
    [shop.id, sourceOf(name), `RE${name}`],
  );
}

/** Looks at each row that says `stored` as soon as it says so: the whole file must be in the folder. */
function watchStored(sql, folder) {
  const [seen, broken] = [new Set(), []];
  const look = async () => {
    const rows = await sql.rows(
      `select m.id, m.bytes, c.has_recording from media_files m join calls c on c.shop_id = m.shop_id and c.id = m.call_id
      where m.status = 'stored' or c.has_recording`,
    );
    for (const { id, bytes, has_recording } of rows.filter((row) => !seen.has(row.id))) {
      seen.add(id);
      const content = await contentOf(folder, id);
      if (content?.length !== bytes || !has_recording) broken.push(`the file ${id} is shown, and is not whole`);
    }
    await sleep(100);
  };
  const stop = repeat([look]);
  return { end: () => stop().then(() => broken) };
}

async function examine({ sql, recordings, shop }, files) {
  const rows = await sql.rows(
    `select m.id, m.provider_id, m.status, m.bytes, c.has_recording, c.recording_duration_seconds as seconds,
      (select count(*)::int from outbox o where o.data->>'id' = c.id::text) as events
    from media_files m join calls c on c.shop_id = m.shop_id and c.id = m.call_id`,
  );
  const broken = [];
  const stored = rows.filter(({ status }) => status === 'stored');
  for (const { id, provider_id: name, has_recording, seconds, events } of stored) {
    const content = await contentOf(recordings, id);
    const hash = content && createHash('sha256').update(content).digest('hex');
    if (hash !== hashOf(files.get(name.slice(2)))) broken.push(`the file ${id} is not what the provider has`);
    if (!has_recording || seconds !== 60) broken.push(`the call of the file ${id} does not have it`);
    if (events !== 1) broken.push(`the file ${id} was announced ${events} times`);
  }
  await clean(recordings, shop.id);
  const strangers = (await filesIn(recordings)).map(({ name }) => name).filter((name) => !rows.some(({ id }) => id === name));
  return [
    ...broken,
    (rows.length !== files.size || stored.length < rows.length) &&
      `${files.size} recordings were announced, ${stored.length} are stored`,
    strangers.length > 0 && `${strangers.length} files were left: ${strangers.slice(0, 3).join(', ')}`,
  ];
}

/** Lets the storage remove what killed processes left half-written, as it does an hour later. */
async function clean(folder, shop) {
  const storage = new DiskFiles(folder, () => Date.now() + 2 * HOUR_MS);
  const id = '00000000-0000-4000-8000-000000000000';
  await storage.put(shop, id, (async function* () {})());
  await storage.delete(shop, id);
}

/** Fetches one large recording. Returns by how many bytes the memory of the service has grown meanwhile at most. */
async function grownBy(world, files, { pid }, { name, large, mostMs }) {
  files.set(name, { seed: 'large', bytes: large, pauseMs: 0 });
  const before = memoryOf(pid).now;
  await expectRecording(world, name);
  let most = before;
  const took = await until(
    async () => {
      most = Math.max(most, memoryOf(pid).now);
      const { status } = await world.sql.row('select status from media_files where provider_id = $1', [`RE${name}`]);
      return status === 'stored';
    },
    mostMs,
    20,
  );
  if (took === null) throw new Error('the large recording was not fetched');
  return most - before;
}

async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []); // made with the first file
  return entries.filter((entry) => entry.isFile());
}

async function contentOf(folder, id) {
  const file = (await filesIn(folder)).find(({ name }) => name === id);
  return file ? readFile(join(file.parentPath, file.name)) : null;
}
