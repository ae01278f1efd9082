import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keep, openFolder } from '../../harness/ending.mjs';
import { call } from '../../harness/load.mjs';
import { openEndpoints } from './endpoints.mjs';
import { delayOf, judgeEvents, repeatsOf } from './event-history.mjs';

/** the settings of a service that may deliver to endpoints of this machine */
export const TO_THIS_MACHINE = { ALLOW_PRIVATE_WEBHOOKS: 'on' };
/** A planted fault: a trigger that loses a tenth of the deliveries. */
export const LOSE_DELIVERIES = `create function lose() returns trigger language plpgsql as $$ begin
    if random() < 0.1 then return null; end if; return new;
  end $$;
  create trigger lose before insert on webhook_deliveries for each row when (new.attempt = 1) execute function lose()`;

/**
 * A client repeats its request after this time, and after these answers: none, the same key is in flight, the service is too
 * busy.
 */
const AGAIN_MS = 150;
const AGAIN = [0, 409, 502, 503];

/**
 * Subscribes endpoints, follows the feed, and notes in files all that they are told. See event-history.mjs for what is noted.
 * @param api `url()` returns the address of an instance, and `token()` the key of the next request
 * @param living the endpoints among `names` that must get every event
 */
export async function watchEvents(world, api, names = ['fast'], living = names) {
  const folder = await openFolder();
  const fileOf = (kind) => join(folder, `${kind}.ndjson`);
  const note = (kind, entry) => appendFileSync(fileOf(kind), `${JSON.stringify(entry)}\n`);
  const endpoints = await openEndpoints(names, { url: api.url(), token: world.token }, note);
  const feed = followFeed(api, note);
  return {
    note,
    mend: endpoints.mend,
    /**
     * Waits for the deliveries, closes the world, and judges what happened. The files are kept if something is broken.
     * @param form `settleMs` and the rules of event-history.mjs
     * @param odd what was already found
     * @param alsoJudged finds more in what was noted
     */
    conclude: async (form, odd, alsoJudged = () => []) => {
      const settled = await untilDelivered(world.sql, endpoints.idsOf(living), form.settleMs);
      const unread = await feed.stop();
      const stored = await world.sql.rows(`select id as record, concat_ws(' ', first_name, last_name) as name from leads`);
      await world.close();
      endpoints.close();
      const told = { stored };
      for (const kind of ['changes', 'arrivals', 'feed', 'asked']) told[kind] = entriesIn(fileOf(kind));
      const rules = { ...form, living, prompt: 'fast' };
      const broken = [...odd.filter(Boolean), ...unread, ...judgeEvents(told, rules), ...alsoJudged(told)];
      if (settled === null) broken.push('some deliveries never ended');
      if (broken.length > 0) broken.push(`the history is in ${await keep(folder)}`);
      const { accepted, repeated } = repeatsOf(told);
      const measured = {
        changes: told.changes.length,
        'deliveries accepted': accepted,
        'of these repeated': repeated,
        '95 of 100 at the fast endpoint after, ms': delayOf(told, rules),
      };
      return { told, measured, broken };
    },
  };
}

/** Waits until every event has its number, and nothing is left to deliver to these webhooks. */
function untilDelivered(sql, webhooks, mostMs) {
  const left = `select (select count(*) from outbox where number is null)
    + (select count(*) from webhook_deliveries where status = 'pending' and webhook_id = any($1)) as n`;
  return sql.untilNone(left, [webhooks], mostMs);
}

function entriesIn(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  return lines.map((line) => JSON.parse(line));
}

/**
 * Follows the feed from its beginning, as a client does that must miss nothing: it goes on from the position that the last answer
 * gave, and asks another instance when one does not answer. It notes every event.
 */
function followFeed(api, note) {
  let after = 0;
  let isOver = false;
  const odd = new Set();
  const reading = (async () => {
    for (;;) {
      const query = new URLSearchParams({ after, limit: 500, type: 'lead.created', wait: 1 });
      const { status, text } = await call({ url: api.url(), token: api.token() }, 'GET', `/api/v1/events?${query}`);
      if (status === 200) {
        const { data, meta } = JSON.parse(text);
        for (const { id, number, data: record } of data) note('feed', { event: id, number, record: record.id });
        after = meta.next_after;
        if (isOver && data.length === 0) return;
      } else {
        if (![0, 502, 503].includes(status)) odd.add(`the feed answered ${status} ${text.slice(0, 80)}`);
        await sleep(100);
      }
    }
  })();
  return {
    /** Reads to the end of the feed. Returns the answers that a reader should never get. */
    stop: async () => {
      isOver = true;
      await reading;
      return [...odd];
    },
  };
}

/**
 * Creates leads at a given rate, as many clients do: no client waits for another, and each repeats its request with the same
 * idempotency key, to any instance, until it has succeeded or its patience has ended. Notes every change.
 * @returns the answers that a client should never get
 */
export async function createLeads(api, { changes, perSecond, patienceMs, againMs = AGAIN_MS }, note) {
  const odd = new Set();
  const began = performance.now();
  const create = async (name, token) => {
    const asked = performance.now();
    for (let tries = 1; ; tries += 1) {
      const headers = { 'idempotency-key': name };
      const { status, text } = await call({ url: api.url(), token }, 'POST', '/api/v1/leads', { name }, headers);
      const [at, isDone, mayRepeat] = [Date.now(), status === 201, AGAIN.includes(status)];
      if (!isDone && !mayRepeat) odd.add(`a client was answered ${status}: ${text.slice(0, 80)}`);
      if (isDone || !mayRepeat || performance.now() - asked > patienceMs)
        return note('changes', { name, status, record: isDone ? JSON.parse(text).data.id : null, at, tries });
      await sleep(againMs);
    }
  };
  const open = [];
  for (let n = 0; n < changes; n += 1) {
    await sleep(began + (n * 1000) / perSecond - performance.now());
    open.push(create(`Change ${n}`, api.token()));
  }
  await Promise.all(open);
  return [...odd];
}
