import pg from 'pg';

/** Sends one request. If no answer came, `status` is 0 in the result. */
export async function call(url, token, method, path, body, headers = {}) {
  const began = performance.now();
  try {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await answer.text();
    return { status: answer.status, text, ms: performance.now() - began };
  } catch (error) {
    return { status: 0, text: String(error), ms: performance.now() - began };
  }
}

/** Opens the database with one connection, so that a transaction that one statement begins also holds for the next statements. */
export function openSql(databaseUrl) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0 });
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined)); // drills kill connections
  return {
    rows: async (text, values = []) => (await pool.query(text, values)).rows,
    end: () => pool.end(),
  };
}

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
  const odd = new Map();
  for (const { status, text, ms } of answers) {
    const expected = [200, 201, 503].includes(status);
    if (expected && ms <= longestMs) continue;
    const what = expected ? `answered after more than ${longestMs} ms` : `${status}: ${text.slice(0, 80)}`;
    odd.set(what, (odd.get(what) ?? 0) + 1);
  }
  return [...odd].map(([what, times]) => `${times} × ${what}`);
}

export const longest = (answers) => Math.round(Math.max(0, ...answers.map(({ ms }) => ms)));
export const countOf = (answers, status) => answers.filter((answer) => answer.status === status).length;
