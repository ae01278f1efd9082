import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DiskFiles } from '../dist/adapters/storage/disk-files.js';
import { call, openSql } from './support/calls.mjs';
import { ignore, listen, swallow } from './support/listeners.mjs';
import { quantile, startLoad } from './support/load.mjs';
import { openWorld } from './support/world.mjs';

export const about = 'hundreds play recordings at once, and some stop reading: memory stays flat and other answers stay quick';
export const planted = 'the service does not wait for its listeners, and keeps all that they have not taken';

const MB = 2 ** 20;
/** The pace of speech in a WAV file with 8000 samples of 16 bits. */
const PACE = { bytesPerSecond: 16_000, first: 128 * 1024 };
/**
 * `seconds`: how long `/me` is measured before and during the playbacks; after 4 minutes a client that reads nothing is cut off ·
 * `mostMb`: the memory that the playbacks may add · `slower`: the factor by which `/me` may become slower. In the short form it is
 * high, because other work runs beside it, and nobody is cut off in its few seconds.
 */
const FULL = { listeners: 400, idle: 100, bytes: 12 * MB, seconds: 40, mostMb: 150, slower: 2, untilCutOff: true };
const SHORT = { listeners: 30, idle: 10, bytes: 24 * MB, seconds: 4, mostMb: 120, slower: 50 };
const CUT_OFF_MS = 260_000;
const RECORDINGS = 8;
/** So many connections to the database may have been opened or closed meanwhile. */
const POOL = 10;
const ASKS_PER_SECOND = 50;
/** A quick `/me` may become slower by this much before the factor counts. */
const SLACK_MS = 3;

export async function run({ short, plant, databaseUrl }) {
  const form = short || plant ? SHORT : FULL;
  const folder = await mkdtemp(join(tmpdir(), 'shop-operations-playbacks-'));
  const world = await openWorld(databaseUrl);
  const sounds = await storeSounds(world, folder, form.bytes);
  const fault = { NODE_OPTIONS: `--import=${fileURLToPath(new URL('support/eager-answers.mjs', import.meta.url))}` };
  const instance = await world.startInstance({
    ...{ RECORDINGS: `file:${folder}`, PUBLIC_URL: 'https://shop.example', LOG_REQUESTS: 'errors', WORKER: 'off' },
    ...(plant && fault),
  });
  const links = await Promise.all(sounds.map((sound) => linkOf(world, instance, sound)));
  await swallow(links[0]); // the first playback also compiles the code
  const before = await answersDuring(world, instance, () => sleep(form.seconds * 1000));
  const others = await socketsOf(instance);
  const rss = { before: await memoryOf(instance) };
  const state = await begin(form, links);
  const during = await answersDuring(world, instance, async () => {
    await sleep((form.seconds * 1000) / 2);
    rss.middle = await memoryOf(instance);
    await sleep((form.seconds * 1000) / 2);
  });
  rss.end = await memoryOf(instance);
  const open = await untilAtMost(
    form.listeners + POOL,
    form.untilCutOff ? CUT_OFF_MS : 0,
    async () => (await socketsOf(instance)) - others,
  );
  const heard = await Promise.all(links.map(swallow));
  const cut = state.listeners.filter((one) => one.cut).length;
  for (const { stop } of [...state.listeners, ...state.idle]) stop();
  const left = await untilAtMost(POOL, 5000, async () => (await socketsOf(instance)) - others);
  await world.close();
  await rm(folder, { recursive: true, force: true });
  return report(form, {
    before,
    during,
    rss,
    open,
    left,
    cut,
    state,
    wrong: heard.filter((hash, n) => hash !== sounds[n].hash).length,
  });
}

/** Stores calls with recordings of random bytes, which no layer can make smaller. */
async function storeSounds(world, folder, bytes) {
  const storage = new DiskFiles(folder);
  const sql = openSql(world.databaseUrl);
  const sounds = [];
  for (let n = 0; n < RECORDINGS; n += 1) {
    const [id, file, content] = [randomUUID(), randomUUID(), randomBytes(bytes)];
    await storage.put(world.shop.id, file, [content]);
    await sql.rows(
      `insert into calls (shop_id, id, direction, status, "from", "to", started_at, has_recording, has_voicemail, created_at)
      values ($1, $2, 'inbound', 'completed', '+16135550142', '+16135550100', now(), true, false, now())`,
      [world.shop.id, id],
    );
    await sql.rows(
      `insert into media_files (shop_id, id, kind, call_id, place, status, attempts, content_type, bytes, created_at, version)
      values ($1, $2, 'recording', $3, 0, 'stored', 1, 'audio/wav', $4, now(), 1)`,
      [world.shop.id, file, id, bytes],
    );
    sounds.push({ id, hash: createHash('sha256').update(content).digest('hex') });
  }
  await sql.end();
  return sounds;
}

async function linkOf({ token }, { url }, { id }) {
  const { status, text } = await call(url, token, 'GET', `/api/v1/calls/${id}/recording?ttl=900`);
  if (status !== 200) throw new Error(`a link was answered ${status}: ${text}`);
  return JSON.parse(text).data.url.replace('https://shop.example', url);
}

async function begin({ listeners, idle }, links) {
  const each = (count, play) => Promise.all(Array.from({ length: count }, (_, n) => play(links[n % links.length])));
  return { listeners: await each(listeners, (url) => listen(url, PACE)), idle: await each(idle, ignore) };
}

/** Asks for `/me` at a steady rate while `work` goes on. Returns the times in ms, and the answers that were not 200. */
async function answersDuring({ token }, { url }, work) {
  const [times, refused] = [[], []];
  const load = startLoad({
    url,
    perSecond: () => ASKS_PER_SECOND,
    next: () => ({ path: '/api/v1/me', headers: { authorization: `Bearer ${token}` } }),
    heard: ({ status, took, text }) => (status === 200 ? times.push(took) : refused.push(`${status}: ${text.slice(0, 80)}`)),
  });
  await work();
  await load.stop();
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), refused };
}

async function memoryOf({ pid }) {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

/** Returns how many sockets the service has open: those of its clients, and a few to its database. */
async function socketsOf({ pid }) {
  const descriptors = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(descriptors.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.startsWith('socket:')).length;
}

/** Counts again until there are at most this many, or the time is over. Returns the last count. */
async function untilAtMost(most, ms, count) {
  const end = performance.now() + ms;
  for (;;) {
    const counted = await count();
    if (counted <= most || performance.now() > end) return counted;
    await sleep(100);
  }
}

function report(
  { listeners, idle, mostMb, slower, untilCutOff = false },
  { before, during, rss, open, left, cut, state, wrong },
) {
  const added = Math.max(rss.middle, rss.end) - rss.before;
  const broken = [];
  if (wrong > 0) broken.push(`${wrong} recordings were not what is stored`);
  if (added > mostMb) broken.push(`the playbacks took ${Math.round(added)} MB, not ${mostMb}`);
  if (cut > 0) broken.push(`${cut} listeners were cut off`);
  if (untilCutOff && Math.abs(open - listeners) > POOL) broken.push(`${open} connections are open for ${listeners} listeners`);
  if (left > POOL) broken.push(`${left} connections are still open when nobody plays any more`);
  for (const quantile of ['p50', 'p99']) {
    const most = Math.max(before[quantile] * slower, before[quantile] + SLACK_MS);
    if (during[quantile] > most) broken.push(`/me: ${quantile} ${during[quantile].toFixed(1)} ms, not ${most.toFixed(1)}`);
  }
  broken.push(...new Set([...before.refused, ...during.refused]));
  const measured = {
    playbacks: listeners + idle,
    'memory before, in the middle and at the end, MB': [rss.before, rss.middle, rss.end].map(Math.round).join(', '),
    'open connections at the end': open,
    'heard by a listener at least, kB': Math.round(Math.min(...state.listeners.map(({ heard }) => heard)) / 1000),
    '/me before, p50 and p99 in ms': [before.p50, before.p99].map((ms) => ms.toFixed(1)).join(', '),
    '/me during, p50 and p99 in ms': [during.p50, during.p99].map((ms) => ms.toFixed(1)).join(', '),
    '/me, times slower': ['p50', 'p99'].map((one) => (during[one] / before[one]).toFixed(2)).join(', '),
  };
  return { measured, broken };
}
