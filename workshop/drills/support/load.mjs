import { Agent, request } from 'node:http';

/**
 * Sends requests at a given rate, as many independent clients do: no request waits for the answer to another one.
 * @param perSecond returns the rate at a time, which is given in milliseconds after the beginning
 * @param next returns the request to send: `{ method, path, headers, body }`
 * @param heard called for each request with `{ sent, status, took, text }`. `text` is the body, but empty for status 200. If no
 * answer came, `status` is 0 and `text` is the reason
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
    /** Stops sending, and waits until all open requests have ended. */
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
      agent.destroy();
      return { sent: count };
    },
  };
}

/** Sends one request. If there is no answer after `longestMs`, it counts as not answered. */
export function send(url, agent, sent, longestMs = 30_000) {
  const { method = 'GET', path, headers = {}, body } = sent;
  const began = performance.now();
  return new Promise((resolve) => {
    const answered = (status, text) => resolve({ sent, status, text, took: performance.now() - began });
    const asked = request(url + path, { method, headers, agent }, (answer) => {
      let text = '';
      // The body of a 200 is not decoded: for many lists, this would take the clients more processor time than the service.
      if (answer.statusCode === 200) answer.resume();
      else answer.setEncoding('utf8').on('data', (piece) => (text += piece));
      answer.on('end', () => answered(answer.statusCode, text)).on('error', (error) => answered(0, error.message));
    });
    asked.on('error', (error) => answered(0, error.message)).setTimeout(longestMs, () => asked.destroy(new Error('no answer')));
    asked.end(body);
  });
}

/** Returns the number below which this share of the numbers is; 0 if there are no numbers. */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
