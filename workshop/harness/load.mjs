// Requests to the service. An `api` is the address of an instance with a key: `{ url, token }`.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request that the service is too busy to take is sent so often, with this time between. */
const [TRIES, AGAIN_MS] = [20, 250];
const NO_ANSWER_MS = 30_000;

/** Sends one request. If no answer came, `status` is 0 in the result. */
export async function call({ url, token }, method, path, body, headers = {}) {
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

/** The answer to a POST. It throws for a refusal. What a busy machine could not take is sent again: nothing has changed. */
export async function posted(api, path, body, tries = TRIES) {
  const { status, text } = await call(api, 'POST', path, body);
  if (status === 503 && text.includes('nothing changed') && tries > 1) {
    await sleep(AGAIN_MS);
    return posted(api, path, body, tries - 1);
  }
  if (status > 201 || status === 0) throw new Error(`${path}: ${status} ${text}`);
  return JSON.parse(text);
}

/** Does the work for each item, a few at once. */
export async function inTurns(items, work, clients = 16) {
  const left = [...items].reverse();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    }),
  );
}

/** Repeats each of these works, without waiting for another one. Returns a function that lets all end what they have begun. */
export function repeat(works) {
  let isOver = false;
  const loops = works.map(async (work) => {
    for (let n = 0; !isOver; n += 1) await work(n);
  });
  return async () => {
    isOver = true;
    await Promise.all(loops);
  };
}

/**
 * Sends requests at a given rate, as many independent clients do: no request waits for the answer to another one.
 * @param perSecond returns the rate at a time, which is given in milliseconds after the beginning
 * @param next returns the request with this number, as `send` wants it
 * @param heard called for each request with the result of `send`
 */
export function startLoad(api, { perSecond, next, heard }) {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  const open = new Set();
  let count = 0;
  let due = 0;
  let looked = began;
  const timer = setInterval(() => {
    const now = performance.now();
    due += ((now - looked) / 1000) * perSecond(now - began);
    looked = now;
    while (count < due) {
      count += 1;
      const answered = send(api, agent, next(count)).then(heard);
      open.add(answered);
      void answered.finally(() => open.delete(answered));
    }
  }, 5);
  return {
    /** Stops sending, and waits until all open requests have ended. */
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
      agent.destroy();
      return { sent: count };
    },
  };
}

/**
 * Sends one request: `{ method, path, body, headers, token }`, of which only the path is required.
 * @returns `{ sent, status, ms, text }`. `text` is the body, but empty for status 200. If no answer came, `status` is 0 and
 * `text` is the reason
 */
export function send(api, agent, sent) {
  const { method = 'GET', path, body, headers = {}, token = api.token } = sent;
  const text = body && JSON.stringify(body);
  const all = { authorization: `Bearer ${token}`, ...(text && { 'content-length': Buffer.byteLength(text) }), ...headers };
  const began = performance.now();
  return new Promise((resolve) => {
    const answered = (status, said) => resolve({ sent, status, text: said, ms: performance.now() - began });
    const asked = request(api.url + path, { method, headers: all, agent }, (answer) => {
      let said = '';
      // The body of a 200 is not decoded: for many lists, this would take the clients more processor time than the service.
      if (answer.statusCode === 200) answer.resume();
      else answer.setEncoding('utf8').on('data', (piece) => (said += piece));
      answer.on('end', () => answered(answer.statusCode, said)).on('error', (error) => answered(0, error.message));
    });
    asked.on('error', (error) => answered(0, error.message));
    asked.setTimeout(NO_ANSWER_MS, () => asked.destroy(new Error('no answer'))).end(text);
  });
}
