import { setTimeout as sleep } from 'node:timers/promises';

/** After a failure, a request is sent again after this time, or when the service says so. */
const AGAIN_MS = 100;
const MISSING = 404;

/** The reads of a program that keeps a copy. Each is repeated until it is answered: the service may be away, and connections break. */
export class ShopApi {
  constructor({ url, token }) {
    this.url = `${url}/api/v1`;
    this.token = token;
  }

  /** The answer to one request, whose body has not been read. @throws Error when it was refused, or no answer came */
  async ask(path, headers = {}) {
    const answer = await fetch(this.url + path, { headers: { authorization: `Bearer ${this.token}`, ...headers } });
    if (answer.ok) return answer;
    const { error } = JSON.parse((await answer.text()) || '{}');
    throw Object.assign(new Error(`${path}: ${answer.status} ${error?.message}`), {
      status: answer.status,
      againMs: 1000 * Number(answer.headers.get('retry-after') ?? 0),
    });
  }

  /** Does a piece of work again until nothing disturbs it. What a repetition cannot help is thrown. */
  async untilDone(work) {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (isFinal(error)) throw error;
        await sleep(error.againMs || AGAIN_MS);
      }
    }
  }

  /** The JSON of an answer; null: there is no such record. */
  read(path) {
    return this.untilDone(async () => {
      try {
        return await (await this.ask(path)).json();
      } catch (error) {
        if (error.status === MISSING) return null;
        throw error;
      }
    });
  }

  /** All records of a list with a cursor. */
  async all(path) {
    const records = [];
    for (let cursor = ''; cursor !== null;) {
      const page = await this.read(`${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`);
      if (page === null) return records;
      records.push(...page.data);
      cursor = page.meta?.next_cursor ? `&cursor=${encodeURIComponent(page.meta.next_cursor)}` : null;
    }
    return records;
  }

  /**
   * Reads an export, and goes on where it was when the connection breaks.
   * @param begun `{ token, position, after }`: the export that runs already; null: none does
   * @param taken called with each part: `{ rows, token, position, after }`. `after` is the id of the last of its rows
   */
  async export(kind, since, begun, taken) {
    let at = begun ?? { token: null, position: null, after: null };
    await this.untilDone(async () => {
      const query = new URLSearchParams({ ...(at.after && { after: at.after }), ...(since && { updated_since: since }) });
      const answer = await this.ask(`/exports/${kind}?${query}`, at.token ? { 'export-token': at.token } : {});
      // Without its token, or with one that is too old, the rest is of a later position. The copy is sure from the first one on.
      const position = Math.min(at.position ?? Infinity, Number(answer.headers.get('feed-position')));
      at = { ...at, token: answer.headers.get('export-token'), position };
      let rest = '';
      for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + piece).split('\n');
        rest = lines.pop();
        const rows = lines.map((line) => JSON.parse(line));
        at = { ...at, after: rows.at(-1)?.id ?? at.after };
        if (rows.length > 0) taken({ rows, ...at });
      }
    });
    return at.position;
  }
}

/** Refused for a reason that stays. A 409 is an export that the service has not yet seen to be cut off. */
function isFinal({ status = 0 }) {
  return status >= 400 && status < 500 && status !== 409 && status !== 429;
}
