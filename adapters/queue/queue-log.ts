import { Logger } from 'graphile-worker';
import type { Log } from '../../application/ports/log.js';

const COMPLAINTS: ReadonlySet<string> = new Set(['error', 'warning']);

/** Logs only the errors and warnings of the queue's library. `WorkerSession` logs failed work. */
export function queueLog(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (COMPLAINTS.has(level) && meta?.['failure'] !== true) log.warn('background queue', { reason: message.split('\n', 1)[0] });
  });
}
