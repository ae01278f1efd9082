import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { send } from '../../harness/load.mjs';

/** So many read at the same time, with this pause after an answer. */
const [READERS, PAUSE_MS] = [4, 20];

/**
 * Reads one path after the other, several times at once, as people do who look through records. The readers have a thread of
 * their own: there their times contain nothing of what else the drill does.
 */
export function startReader({ url, token, paths }) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, token, paths } });
  return {
    /** Returns the answers since the last call: `{ status, ms }` each. */
    take: async () => {
      worker.postMessage('take');
      const [answers] = await once(worker, 'message'); // rejects when the thread has failed
      return answers;
    },
    stop: () => worker.terminate(),
  };
}

if (!isMainThread) {
  const { paths, ...api } = workerData;
  const agent = new Agent({ keepAlive: true });
  const answers = [];
  parentPort.on('message', () => parentPort.postMessage(answers.splice(0)));
  const read = async () => {
    for (let next = 0; ; next += 1) {
      const { status, ms } = await send(api, agent, { path: paths[next % paths.length] });
      answers.push({ status, ms });
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
}
