import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const agent = new Agent({ maxSockets: Infinity });
const MOST_TRIES = 30;

/**
 * Plays a link at the pace of an ear: a first piece at once, as players do, then `bytesPerSecond`. Resolves with the answer, which
 * goes on.
 */
export async function listen(url, { bytesPerSecond, first }) {
  const answer = await open(url);
  const state = { heard: 0, ended: false, cut: false, stop: () => answer.destroy() };
  let due = first;
  const step = () => {
    // `read` gives what has come, at most as much as is asked for.
    while (due > 0) {
      const piece = answer.read(Math.min(due, answer.readableLength)) ?? null;
      if (piece === null) break;
      state.heard += piece.length;
      due -= piece.length;
    }
  };
  const timer = setInterval(() => {
    due += bytesPerSecond / PER_SECOND;
    step();
  }, 1000 / PER_SECOND);
  answer.on('readable', step);
  answer.on('end', () => (state.ended = true));
  answer.on('error', () => undefined);
  answer.on('close', () => {
    clearInterval(timer);
    if (!state.ended) state.cut = true;
  });
  return state;
}

const PER_SECOND = 4;

/** Opens a link and reads nothing of it. */
export async function ignore(url) {
  const answer = await open(url);
  answer.on('error', () => undefined);
  return { stop: () => answer.destroy() };
}

/** Plays a link as fast as it comes. Resolves with the SHA-256 of what came. */
export async function swallow(url) {
  const hash = createHash('sha256');
  for await (const chunk of await open(url)) hash.update(chunk);
  return hash.digest('hex');
}

/** Opens a link. A refusal because too many requests came at once is no fault: the listener asks again. */
async function open(url) {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask(url);
    if (answer.statusCode === 200) return answer;
    answer.destroy();
    if (answer.statusCode !== 503 || tries === MOST_TRIES) throw new Error(`a playback was answered ${answer.statusCode}`);
    await sleep(Number(answer.headers['retry-after']) * 1000);
  }
}

function ask(url) {
  return new Promise((resolve, reject) => request(url, { agent }, resolve).on('error', reject).end());
}
