import { Logger } from 'graphile-worker';
import type { Log } from '../../application/ports/log.js';

const COMPLAINTS: ReadonlySet<string> = new Set(['error', 'warning']);

/**
 * Logs only the errors and warnings of the queue's library. `WorkerSession` logs failed work.
 * @param isStopping true: nothing is logged. When the library stops it complains about work that it has fetched and not begun,
 * although it gives this work back. Work that it cannot give back is taken over (see `DeadWorkers`).
 */
export function queueLog(log: Log, isStopping: () => boolean): Logger {
  return new Logger(() => (level, message, meta) => {
    if (isStopping() || meta?.['failure'] === true || !COMPLAINTS.has(level)) return;
    log.warn('background queue', { reason: message.split('\n', 1)[0] });
  });
}
