import { createHash, randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DiskFiles } from '../../dist/adapters/files/disk-files.js';
import { openSql } from './support/calls.mjs';
import { hashOf, sourceOf, startRecordings } from './support/recordings.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'P1';
export const about =
  'recordings are being fetched from a slow provider while the service is killed again and again: each is stored once and whole';
export const planted = 'the database never gives the work of a killed worker to another one';

const FULL = { files: 50, kills: 10, mostMs: 120_000, large: 100_000_000 };
const SHORT = { files: 12, kills: 2, mostMs: 25_000, large: 20_000_000 };
/** A file comes in pieces of 64 KiB with a pause after each, so it takes between one and eight seconds. */
const SLOW = { leastBytes: 200_000, mostBytes: 1_600_000, pauseMs: 300 };
/** A kill comes this soon after the service has begun to fetch again. A dead worker's work is free after about seven seconds. */
const KILL_WITHIN_MS = 2_000;
/** The planted fault lasts for ever, so the drill waits only a little longer than a healthy service takes to begin again. */
const PLANTED_MS = 10_000;
const MOST_MORE_BYTES = 30_000_000;
const HOUR_MS = 3_600_000;

export async function run({ short, plant, databaseUrl }) {
  const given = short ? SHORT : FULL;
  const form = plant ? { ...given, mostMs: PLANTED_MS } : given;
  const world = await openWorld(databaseUrl);
  const sql = openSql(world.databaseUrl);
  const files = new Map(Array.from({ length: form.files }, (_, seed) => [randomBytes(16).toString('hex'), slowFile(seed)]));
  const provider = await startRecordings(files);
  let service = await world.startInstance(provider.env);
  if (plant) await sql.rows(KEEP_LOCKED);
  for (const name of files.keys()) await expectRecording(sql, world.shop.id, name);
  const halves = watchStored(sql, world.recordings);
  for (let n = 0; n < form.kills; n += 1) {
    await untilAsked(provider, form.mostMs);
    await sleep(randomInt(KILL_WITHIN_MS));
    service = await killed(world, service, provider);
  }
  const took = await untilSettled(sql, form.mostMs);
  const cut = (await namesIn(join(world.recordings, '.parts'))).length;
  const broken = [...(await halves.end()), ...(await examine(sql, world, files, took))];
  // The first large file fills what the process keeps until its garbage is collected, whatever the size of the file.
  const first = plant ? 0 : await fetchLarge(sql, world, files, service, form);
  const more = plant ? 0 : await fetchLarge(sql, world, files, service, form);
  if (more > MOST_MORE_BYTES) broken.push(`a recording of ${form.large} bytes took ${more} bytes of memory`);
  await sql.end();
  await world.close();
  provider.stop();
  return {
    measured: {
      files: form.files,
      kills: form.kills,
      'all stored after s': took,
      'transfers cut off': cut,
      'more bytes of memory, first large file': first,
      'second large file': more,
    },
    broken,
  };
}

/** Work whose worker is dead is not released. */
const KEEP_LOCKED = `create or replace function graphile_worker.force_unlock_workers(worker_ids text[]) returns void
  language sql as $$ select $$`;

function slowFile(seed) {
  return { seed, bytes: randomInt(SLOW.leastBytes, SLOW.mostBytes), pauseMs: SLOW.pauseMs };
}

/** Stores a call, and its recording as the provider announces it. */
async function expectRecording(sql, shop, name) {
  await sql.rows(
    `with call as (
      insert into calls (shop_id, id, direction, status, "from", "to", started_at, has_recording, has_voicemail, origin, version, created_at)
      values ($1, gen_random_uuid(), 'inbound', 'completed', '+16135550142', '+16135550100', now(), false, false, 'service', 1, now())
      returning id)
    insert into media_files (shop_id, id, kind, call_id, place, source, provider_id, duration_seconds, status, attempts, due_at,
      created_at, version)
    select $1, gen_random_uuid(), 'recording', id, 0, $2, $3, 60, 'waiting', 0, now(), now(), 1 from call`,
    [shop, sourceOf(name), `RE${name}`],
  );
}

/** Waits until the service has asked for a recording since the last call, but not for ever. */
async function untilAsked(provider, mostMs) {
  const end = performance.now() + mostMs;
  while (provider.askedAgain() === 0 && performance.now() < end) await sleep(20);
}

async function killed(world, service, provider) {
  process.kill(service.pid, 'SIGKILL');
  if (service.child.signalCode === null) await once(service.child, 'exit');
  return world.startInstance(provider.env);
}

/** Looks at each row that says `stored` as soon as it says so: the whole file must be in the folder. */
function watchStored(sql, folder) {
  const seen = new Set();
  const broken = [];
  let going = true;
  const watching = (async () => {
    while (going) {
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
    }
  })();
  return {
    end: async () => {
      going = false;
      await watching;
      return broken;
    },
  };
}

/** Waits until nothing is to be fetched. Returns the seconds; null: something still was after `mostMs`. */
async function untilSettled(sql, mostMs) {
  const began = performance.now();
  for (;;) {
    const [{ n }] = await sql.rows(`select count(*)::int as n from media_files where status = 'waiting'`);
    const passed = performance.now() - began;
    if (n === 0) return Math.round(passed / 1000);
    if (passed > mostMs) return null;
    await sleep(200);
  }
}

async function examine(sql, { recordings, shop }, files, took) {
  const broken = took === null ? ['some recordings were never fetched'] : [];
  const rows = await sql.rows(
    `select m.id, m.provider_id, m.status, m.bytes, c.has_recording, c.recording_duration_seconds as seconds,
      (select count(*)::int from outbox o where o.data->>'id' = c.id::text) as events
    from media_files m join calls c on c.shop_id = m.shop_id and c.id = m.call_id`,
  );
  for (const row of rows.filter(({ status }) => status === 'stored')) {
    const content = await contentOf(recordings, row.id);
    const hash = content && createHash('sha256').update(content).digest('hex');
    if (hash !== hashOf(files.get(row.provider_id.slice(2)))) broken.push(`the file ${row.id} is not what the provider has`);
    if (!row.has_recording || row.seconds !== 60) broken.push(`the call of the file ${row.id} does not have it`);
    if (row.events !== 1) broken.push(`the file ${row.id} was announced ${row.events} times`);
  }
  if (rows.length !== files.size || rows.some(({ status }) => status !== 'stored'))
    broken.push(`${files.size} recordings were announced, ${rows.filter(({ status }) => status === 'stored').length} are stored`);
  await clean(recordings, shop.id);
  const kept = await namesIn(recordings);
  const strangers = kept.filter((name) => !rows.some(({ id }) => id === name));
  if (strangers.length > 0) broken.push(`${strangers.length} files were left: ${strangers.slice(0, 3).join(', ')}`);
  return broken;
}

/** Lets the storage remove what killed processes left half-written, as it does an hour later. */
async function clean(folder, shop) {
  const storage = new DiskFiles(folder, () => Date.now() + 2 * HOUR_MS);
  const id = '00000000-0000-4000-8000-000000000000';
  await storage.put(shop, id, (async function* () {})());
  await storage.delete(shop, id);
}

/** Fetches one large recording. Returns by how many bytes the memory of the service has grown meanwhile at most. */
async function fetchLarge(sql, world, files, service, { large, mostMs }) {
  const name = randomBytes(16).toString('hex');
  files.set(name, { seed: 'large', bytes: large, pauseMs: 0 });
  const before = await memoryOf(service.pid);
  await expectRecording(sql, world.shop.id, name);
  let most = before;
  for (const end = performance.now() + mostMs; performance.now() < end;) {
    most = Math.max(most, await memoryOf(service.pid));
    const [{ status }] = await sql.rows('select status from media_files where provider_id = $1', [`RE${name}`]);
    if (status === 'stored') return most - before;
    await sleep(20);
  }
  throw new Error('the large recording was not fetched');
}

async function memoryOf(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'));
  return Number(kilobytes) * 1024;
}

async function namesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []); // made with the first file
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function contentOf(folder, id) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const file = entries.find((entry) => entry.isFile() && entry.name === id);
  return file ? readFile(join(file.parentPath, file.name)) : null;
}
