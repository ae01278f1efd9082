// node copying-program.mjs FILE, with API and KEY in the environment.
// A program of somebody who keeps a copy of a shop, written from the documents alone. It exports each kind of records, follows the
// feed from the lowest of their positions, and reads again what the events name. It may be killed at any time.
import { CopyFile } from './copy-file.mjs';
import { ShopApi } from './shop-api.mjs';
import { KINDS, WhatChanged } from './what-changed.mjs';

const MOST_EVENTS = 100;
const MOST_IDS = 100;
const WAIT_SECONDS = 5;
const NO_LONGER_KEPT = 422;
/** The kinds that are read by many ids at once. */
const BY_IDS = ['leads', 'customers', 'vehicles', 'tasks'];

const api = new ShopApi({ url: process.env.API, token: process.env.KEY });
const copy = new CopyFile(process.argv[2]).repair();

for (let turn = 0; ; turn += 1) {
  if (copy.position === null) await exportAll();
  // Both ways must pass over nothing, so each has its turn.
  await (turn % 2 === 0 ? readStream() : readPages()).catch(beginAnew);
}

async function exportAll() {
  let { done = [], position = null, running = null } = copy.exporting ?? {};
  for (const kind of KINDS.filter((each) => !done.includes(each))) {
    if (running === null) copy.write({ only: { [kind]: [] } });
    const own = await api.export(kind, null, running, ({ rows, ...at }) =>
      copy.write({ rows: { [kind]: rows }, exporting: { done, position, running: at } }),
    );
    position = Math.min(position ?? own, own);
    done = [...done, kind];
    running = null;
    copy.write({ exporting: { done, position, running } });
  }
  copy.write({ exporting: null, position });
}

async function readPages() {
  for (let page = 0; page < 10; page += 1) {
    const query = `after=${copy.position}&limit=${MOST_EVENTS}&wait=${WAIT_SECONDS}`;
    const { data, meta } = await api.read(`/events?${query}`);
    await take(data, meta.next_after);
  }
}

/** Reads the stream until the connection ends. */
async function readStream() {
  const headers = { accept: 'text/event-stream', 'last-event-id': String(copy.position) };
  const answer = await api.untilDone(() => api.ask('/events', headers));
  let rest = '';
  try {
    for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop();
      const sent = blocks.map(readBlock);
      const reset = sent.find(({ event }) => event === 'reset');
      if (reset) throw Object.assign(new Error(reset.data.reason), { status: NO_LONGER_KEPT });
      await take(
        sent.filter(({ data }) => data).map(({ data }) => data),
        Number(sent.findLast(({ id }) => id)?.id ?? copy.position),
      );
    }
  } catch (error) {
    if (error.status) throw error;
  }
}

function readBlock(block) {
  const fields = block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
  const { id, event, data } = Object.fromEntries(fields);
  return { id, event, data: data && JSON.parse(data) };
}

/** The events after the position are gone: only a new copy is sure. */
function beginAnew(error) {
  if (error.status !== NO_LONGER_KEPT) throw error;
  copy.write({ reset: error.message, position: null, exporting: null });
}

/** Reads again what these events name, and stores it together with the position after them. */
async function take(events, position) {
  const { ids, timelines, exports } = new WhatChanged(events);
  const change = { position, rows: {}, gone: {}, only: {} };
  const keep = (kind, rows) => (change.rows[kind] ??= []).push(...rows);
  const lose = (kind, gone) => (change.gone[kind] ??= []).push(...gone);
  for (const [kind, since] of exports) {
    if (since === null) change.only[kind] = [];
    await api.export(kind, since, null, ({ rows }) => {
      keep(
        kind,
        rows.filter(({ deleted }) => !deleted),
      );
      lose(
        kind,
        rows.filter(({ deleted }) => deleted).map(({ id }) => id),
      );
    });
  }
  for (const [kind, wanted] of ids) {
    const found = await recordsOf(kind, [...wanted]);
    const known = new Set(found.map(({ id }) => id));
    keep(kind, found);
    lose(
      kind,
      [...wanted].filter((id) => !known.has(id)),
    );
    if (kind === 'jobs') await takeAppointments(found, keep, lose);
  }
  for (const lead of timelines) {
    const entries = await api.all(`/leads/${lead}/timeline`);
    keep(
      'lead-timeline',
      entries.map((entry) => ({ ...entry, lead_id: lead })),
    );
  }
  copy.write(change);
}

async function recordsOf(kind, ids) {
  const found = [];
  if (BY_IDS.includes(kind)) {
    for (let at = 0; at < ids.length; at += MOST_IDS)
      found.push(...(await api.read(`/${kind}?limit=100&ids=${ids.slice(at, at + MOST_IDS).join()}`)).data);
    return found;
  }
  for (const id of ids) {
    const answer = await api.read(`/${kind}/${id}`);
    if (answer) found.push(kind === 'conversations' ? answer.data.conversation : answer.data);
  }
  return found;
}

/** An appointment has the id of its job, and stands in the diary at the job's start. */
async function takeAppointments(jobs, keep, lose) {
  for (const { id, scheduled_start: start } of jobs) {
    const end = start && new Date(Date.parse(start) + 1).toISOString();
    const diary = start ? await api.all(`/appointments?from=${start}&to=${end}`) : [];
    const own = diary.filter((appointment) => appointment.id === id);
    if (own.length > 0) keep('appointments', own);
    else lose('appointments', [id]);
  }
}
