import { Agent, request } from 'node:http';

/**
 * Sends at a rate, whether answers come or not, as many clients that know nothing of each other do.
 * @param perSecond answers the rate at so many milliseconds from the beginning
 * @param next what to send: `{ method, path, headers, body }`
 * @param heard told of each: `{ sent, status, took, text }`; `text` is that of all but 200, and why where none came (`status` 0)
 */
export function startLoad({ url, perSecond, next, heard }) {
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
    for (; count < due; count += 1) {
      const answered = send(url, agent, next()).then(heard);
      open.add(answered);
      void answered.finally(() => open.delete(answered));
    }
  }, 5);
  return {
    /** Sends no more, and waits for what is open. */
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
      agent.destroy();
      return { sent: count };
    },
  };
}

/** One request; an answer that does not come in `longestMs` is none. */
export function send(url, agent, sent, longestMs = 30_000) {
  const { method = 'GET', path, headers = {}, body } = sent;
  const began = performance.now();
  return new Promise((resolve) => {
    const answered = (status, text) => resolve({ sent, status, text, took: performance.now() - began });
    const asked = request(url + path, { method, headers, agent }, (answer) => {
      let text = '';
      // Reading many lists costs the clients more than the service.
      if (answer.statusCode === 200) answer.resume();
      else answer.setEncoding('utf8').on('data', (piece) => (text += piece));
      answer.on('end', () => answered(answer.statusCode, text)).on('error', (error) => answered(0, error.message));
    });
    asked.on('error', (error) => answered(0, error.message)).setTimeout(longestMs, () => asked.destroy(new Error('no answer')));
    asked.end(body);
  });
}

/** The value below which that share of the numbers lies; 0 of none. */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
