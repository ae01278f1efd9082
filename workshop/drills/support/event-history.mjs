import { quantile } from '../../harness/report.mjs';

/**
 * The history of a drill about events, as its log files tell it:
 * - `changes`: each change that a client wanted: `{ name, status, record, at, tries }`. `status` and `record` are from the last
 *   answer, which came at `at`
 * - `stored`: the records in the database at the end: `{ name, record }`
 * - `arrivals`: each request that an endpoint got: `{ endpoint, event, record, at, status, signed }`. `status` is the answer of
 * the
 *   endpoint; 0: it gave none
 * - `feed`: each event that a reader of the feed got, in the order in which it came: `{ event, number, record }`
 *
 * A check is a pure function of a history and of the rules of the drill. It returns a text for each promise that was not kept.
 * The rules are `{ living, prompt, mostMs, mostRepeated, allSucceed }`: the names of the endpoints that must get every event, the
 * name of the one that must get it soon, the longest time for 95 of 100 events, the largest share of repeated deliveries, and
 * true if each change must have succeeded.
 */
export const CHECKS = { acknowledged, reached, inTheFeed, nothingElse, sameId, inOrder, signed, rarelyRepeated, prompt };

export function judgeEvents(history, rules) {
  return Object.values(CHECKS).flatMap((check) => check(history, rules));
}

/** Each acknowledged change is stored, once. */
function acknowledged({ changes, stored }, { allSucceed }) {
  const times = countBy(stored, ({ name }) => name);
  const done = changes.filter(({ status }) => status === 201);
  return [
    ...some(done.filter(({ name }) => !times.has(name)).length, 'acknowledged changes are not stored'),
    ...some([...times.values()].filter((n) => n > 1).length, 'changes are stored twice'),
    ...some(allSucceed ? changes.length - done.length : 0, 'changes never succeeded'),
  ];
}

/** Every stored change was accepted by every living endpoint. */
function reached({ stored, arrivals }, { living }) {
  return living.flatMap((endpoint) => {
    const got = new Set(arrivals.filter((one) => one.endpoint === endpoint && isSuccess(one)).map(({ record }) => record));
    return some(stored.filter(({ record }) => !got.has(record)).length, `stored changes never reached the endpoint ${endpoint}`);
  });
}

function inTheFeed({ stored, feed }) {
  const got = new Set(feed.map(({ record }) => record));
  return some(stored.filter(({ record }) => !got.has(record)).length, 'stored changes are not in the feed');
}

/** Nothing was told that is not stored, because its transaction was rolled back. */
function nothingElse({ stored, arrivals, feed }) {
  const known = new Set(stored.map(({ record }) => record));
  return some(
    new Set([...arrivals, ...feed].map(({ record }) => record).filter((record) => !known.has(record))).size,
    'changes were told that are not stored',
  );
}

/** All deliveries of a change, at all endpoints, and its place in the feed have the same id. */
function sameId({ arrivals, feed }) {
  const ids = new Map();
  for (const { record, event } of [...arrivals, ...feed]) ids.set(record, (ids.get(record) ?? new Set()).add(event));
  return some([...ids.values()].filter(({ size }) => size > 1).length, 'changes were told with several ids');
}

function inOrder({ feed }) {
  return some(
    feed.filter(({ number }, nth) => nth > 0 && number <= feed[nth - 1].number).length,
    'events of the feed came out of order',
  );
}

function signed({ arrivals }) {
  return some(arrivals.filter((one) => !one.signed).length, 'deliveries had a wrong signature');
}

/** An endpoint that has accepted an event seldom gets it again. */
function rarelyRepeated(history, { mostRepeated }) {
  const { repeated, accepted } = repeatsOf(history);
  return repeated > accepted * mostRepeated ? [`${repeated} of ${accepted} accepted deliveries were repetitions`] : [];
}

export function repeatsOf({ arrivals }) {
  const accepted = arrivals.filter(isSuccess);
  return {
    accepted: accepted.length,
    repeated: accepted.length - countBy(accepted, ({ endpoint, event }) => `${endpoint} ${event}`).size,
  };
}

function prompt(history, rules) {
  const late = delayOf(history, rules);
  return late > rules.mostMs
    ? [`of 100 events, 5 reached the endpoint ${rules.prompt} more than ${late} ms after the answer`]
    : [];
}

/**
 * The time in ms in which 95 of 100 events reached the prompt endpoint, from the answer to the client. Changes that a client had
 * to repeat are left out, because nobody knows when they were stored.
 */
export function delayOf({ changes, arrivals }, { prompt: endpoint }) {
  const first = new Map();
  for (const one of arrivals) {
    if (one.endpoint === endpoint && isSuccess(one) && !(first.get(one.record) <= one.at)) first.set(one.record, one.at);
  }
  const told = changes.filter(({ status, tries, record }) => status === 201 && tries === 1 && first.has(record));
  return Math.round(
    quantile(
      told.map(({ record, at }) => Math.max(0, first.get(record) - at)),
      0.95,
    ),
  );
}

function isSuccess({ status }) {
  return status >= 200 && status < 300;
}

function countBy(items, keyOf) {
  const times = new Map();
  for (const item of items) times.set(keyOf(item), (times.get(keyOf(item)) ?? 0) + 1);
  return times;
}

function some(number, what) {
  return number > 0 ? [`${number} ${what}`] : [];
}
