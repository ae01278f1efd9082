import { quantile, Tally } from '../../harness/report.mjs';

/**
 * Compares the answers that clients got with the stored rows.
 * @param created the answers; the key is the name of the lead that the request wanted to write
 */
export async function checkHistory(sql, created) {
  const rows = await sql.rows(`select concat_ws(' ', first_name, last_name) as name, count(*)::int as n from leads group by 1`);
  const stored = new Map(rows.map(({ name, n }) => [name, n]));
  const wrong = { 'acknowledged and not stored': 0, 'stored twice': 0, 'refused without a doubt, and stored': 0 };
  for (const [name, answer] of created) {
    const times = stored.get(name) ?? 0;
    if (answer.status === 201 && times === 0) wrong['acknowledged and not stored'] += 1;
    if (times > 1) wrong['stored twice'] += 1;
    if (times > 0 && !mayBeStored(answer)) wrong['refused without a doubt, and stored'] += 1;
  }
  return Object.entries(wrong)
    .filter(([, times]) => times > 0)
    .map(([what, times]) => `${times} × ${what}`);
}

/**
 * Tells whether a write with this answer may be stored without breaking a promise. It may if it was acknowledged (201), or if the
 * client knows that it must check: there was no answer (0), or the answer says that the outcome is unknown. It also may after
 * 409, which means that another call with the same key is in flight.
 */
function mayBeStored({ status, text }) {
  return [0, 201, 409].includes(status) || (status === 503 && text.includes('unknown whether the change was stored'));
}

/** Returns a text for each kind of answer that came too late or has an unexpected status. */
export function checkAnswers(answers, longestMs = 5000) {
  const odd = new Tally();
  for (const { status, text, ms } of answers) {
    const expected = [200, 201, 503].includes(status);
    if (!expected) odd.add(`${status}: ${text.slice(0, 80)}`);
    else if (ms > longestMs) odd.add(`answered after more than ${longestMs} ms`);
  }
  return odd.lines();
}

/** The answers to the requests that wanted to write a lead, by the lead's name. */
export const writesOf = (answers) =>
  new Map(answers.filter(({ name }) => name !== undefined).map((answer) => [answer.name, answer]));
/** The time in which 99 of a hundred answers came, in ms. */
export const p99Of = (answers) =>
  Math.round(
    quantile(
      answers.map(({ ms }) => ms),
      0.99,
    ),
  );
export const longest = (answers) => Math.round(Math.max(0, ...answers.map(({ ms }) => ms)));
export const countOf = (answers, status) => answers.filter((answer) => answer.status === status).length;
