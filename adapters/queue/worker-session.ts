import { EventEmitter, setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  runTaskList,
  type JobHelpers,
  type TaskList,
  type WorkerEventMap,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type pg from 'pg';
import { workOf, type Work } from '../../application/events/work.js';
import { WORKER_LOCKS } from '../advisory-locks.js';
import { isReadOnly } from '../system-errors.js';
import { within } from '../time-limit.js';
import { continued } from '../trace-context.js';
import { queueLog } from './queue-log.js';
import type { QueueWorkerOptions } from './queue-worker.js';
import { addAgain } from './queued-work.js';
import { createWorkerPool } from './worker-pool.js';

/** Running work gets this long to finish. A question to the VIN decoder and a hand-over to the text provider take less. */
const FINISH_MS = 5000;
const CLOSE_MS = 500;
const HEARTBEAT_MS = 3000;
/**
 * After an error, the session waits this long before it stops the library. Connections often break together, and the library
 * would log an error for each connection that fails while it stops.
 */
const SETTLE_MS = 100;

const ignore = (): undefined => undefined;

/** One worker of the library with its own connections. It runs until it is ended or one of its connections breaks. */
export class WorkerSession {
  private readonly pool: pg.Pool;
  private readonly ended: Promise<unknown>;
  private readonly ending = new AbortController();
  /**
   * true: the library is stopping. It stops by itself after some errors, and would log an error if it were told to stop
   * again.
   */
  private stopping = false;
  /**
   * Ends the session.
   * @param reason an error; null: the session is no longer needed
   */
  end!: (reason: unknown) => void;

  constructor(private readonly options: QueueWorkerOptions) {
    setMaxListeners(0, this.ending.signal); // each work that waits for its turn listens
    this.pool = createWorkerPool(options.connection);
    this.ended = new Promise((resolve) => {
      this.end = (reason) => {
        resolve(reason);
        this.ending.abort();
      };
    });
  }

  /**
   * Runs until the session ends.
   * @returns the error that ended the session; null: it was told to end
   */
  async run(): Promise<unknown> {
    try {
      // The connection comes first, so that no worker is made when the database cannot be reached.
      return await this.work(await this.pool.connect());
    } catch (error) {
      return error;
    } finally {
      await within(CLOSE_MS, this.pool.end().catch(ignore), ignore);
    }
  }

  /**
   * Runs a worker until the session ends, and returns the reason.
   * @param sign a connection that holds a lock named after the worker as long as the worker lives; without the lock, the worker
   * counts as dead (see DeadWorkers)
   */
  private async work(sign: pg.PoolClient): Promise<unknown> {
    const worker = this.begin();
    const over = worker.promise.then(() => {
      this.end(new Error('the worker stopped by itself'));
    }, this.end);
    sign.query('select pg_advisory_lock($1, hashtext($2))', [WORKER_LOCKS, worker.id]).catch(this.end);
    const heartbeat = setInterval(() => {
      sign.query('select 1').catch(this.end);
    }, HEARTBEAT_MS);
    const reason = await this.ended;
    clearInterval(heartbeat);
    if (reason !== null) await sleep(SETTLE_MS);
    if (!this.stopping) Promise.resolve(worker.gracefulShutdown()).catch(ignore); // `over` reports this error, too
    await within(FINISH_MS, over, ignore);
    sign.release(true);
    return reason;
  }

  private begin(): WorkerPool {
    const { works, concurrency = 4, pollMs = 1000, log } = this.options;
    return runTaskList(
      {
        concurrency,
        pollInterval: pollMs,
        noHandleSignals: true,
        logger: queueLog(log, () => this.stopping),
        events: this.events(),
        // A delay of 0 still makes the library report jobs in batches. Without batches, the library does not wait for its report
        // on a job, so a report that fails in an outage would be an unhandled rejection, which ends the process.
        // There is no local queue: at a stop it gives back what it has fetched, and if that fails, because the database is away, the
        // library leaves a rejection that nobody handles.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      },
      Object.fromEntries(works.map((work) => [work.name, this.carriedOut(work)])) satisfies TaskList,
      this.pool,
    );
  }

  private carriedOut(work: Work): (payload: unknown, helpers: JobHelpers) => Promise<void> {
    return async (queued, { job: { priority }, withPgClient }) => {
      // The payload was made for this work, and the queue stored it as JSON.
      const payload = queued as { readonly shop?: string; readonly trace?: string | null };
      const { turns, againAfterMs = work.againAfterMs, observe } = this.options;
      await turns.turn(payload.shop ?? '', this.ending.signal);
      const attributes = { 'messaging.destination.name': work.name, 'shop_operations.shop': payload.shop };
      const done = await continued(payload.trace, `process ${work.name}`, attributes, () => work.run(payload));
      if (!done) await withPgClient((client) => addAgain(client, workOf(work, payload), againAfterMs, priority));
      observe?.(work.name, done ? 'done' : 'again');
    };
  }

  private events(): WorkerEvents {
    const events = new EventEmitter();
    const on = <Name extends keyof WorkerEventMap>(name: Name, tell: (event: WorkerEventMap[Name]) => void): void => {
      events.on(name, tell);
    };
    on('pool:listen:error', ({ error }) => {
      this.end(error);
    });
    on('pool:gracefulShutdown', () => {
      this.stopping = true;
    });
    // After a fail-over, the former primary is read-only, but the library would keep its connections to it and could take no job
    // there. The next session opens new connections.
    on('worker:getJob:error', ({ error }) => {
      if (isReadOnly(error)) this.end(error);
    });
    on('pool:fatalError', ({ error }) => {
      this.end(error);
    });
    on('job:error', ({ job, error }) => {
      const { task_identifier: task, id, attempts } = job;
      this.options.log.error('a background job failed', { task, job: id, attempts, error });
      this.options.observe?.(task, 'failed');
    });
    return events;
  }
}
