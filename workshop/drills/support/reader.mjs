import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { send } from './load.mjs';

/** So many read at the same time. */
const READERS = 4;
/** The pause of each reader after an answer. */
const PAUSE_MS = 20;

/**
 * Reads one path after the other, several times at once, as people do who look through records. The readers have a thread of their
 * own: there their times contain nothing of what else the drill does.
 */
export function startReader({ url, token, paths }) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, token, paths } });
  return {
    /** Returns the answers since the last call: `{ status, took, text }` each. */
    take: async () => {
      worker.postMessage('take');
      const [answers] = await once(worker, 'message'); // rejects when the thread has failed
      return answers;
    },
    stop: () => worker.terminate(),
  };
}

if (!isMainThread) {
  const { url, token, paths } = workerData;
  const agent = new Agent({ keepAlive: true });
  let answers = [];
  parentPort.on('message', () => {
    parentPort.postMessage(answers);
    answers = [];
  });
  const read = async () => {
    for (let next = 0; ; next += 1) {
      const path = paths[next % paths.length];
      const { status, took, text } = await send(url, agent, { path, headers: { authorization: `Bearer ${token}` } });
      answers.push({ status, took, text });
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
}
