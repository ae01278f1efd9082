// Buys: queued work goes on by itself within two seconds after the database, whatever the database or graphile-worker does (P7).
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  runTaskList,
  type AddJobFunction,
  type Job,
  type Task,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import pg from 'pg';
import type { Work } from '../../application/kernel/events/work.js';
import type { Log } from '../../application/kernel/ports/ports.js';
import { WORKER_LOCKS } from '../advisory-locks.js';
import { blockName, withoutBlock } from '../block-names.js';
import { messageOf } from '../system-errors.js';
import { within } from '../time-limit.js';
import { continued } from '../trace-context.js';
import { jobsOfBlock, type DueBlock } from './jobs.js';

export interface QueueWorkerOptions {
  readonly connection: pg.ClientConfig;
  readonly works: readonly Work[];
  readonly log: Log;
  /** False: this process must do no work, because its clock is wrong. Always true by default. */
  readonly isTrusted?: (() => boolean) | undefined;
  readonly observe?: ((work: string, outcome: 'done' | 'again' | 'failed') => void) | undefined;
  /** the number of jobs at once */
  readonly concurrency: number;
  /**
   * In milliseconds: between two searches for work, until a broken worker is replaced, and until work is tried again. The searches
   * find work that waits for another try. Of new work the database tells at once.
   */
  readonly pollMs?: number | undefined;
  readonly restartMs?: number | undefined;
  readonly againAfterMs?: number | undefined;
}

/** Running work gets this long to finish. A question to the VIN decoder and a hand-over to the text provider take less. */
const FINISH_MS = 5000;
/** Connections often break together. The library is told to stop when it has noticed, so that it leaves no error unhandled. */
const SETTLE_MS = 100;
/** The end of the connection that listens is waited for so long. A database that fell silent never answers it. */
const GOODBYE_MS = 500;
/**
 * With a delay, even of 0, the library waits for its reports on jobs. Without, a report that fails would be a rejection that nobody
 * handles. For the same reason there is no local queue: it gives back jobs when the library stops, and the database may be away.
 * A prepared search would keep the plan that suits an empty queue, and would read and sort all jobs for each one when many wait.
 */
const PRESET = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, preparedStatements: false } };
/** After some of these errors the library stops for good, and after others it waits for minutes. */
const BREAKS = ['pool:listen:error', 'pool:fatalError', 'worker:getJob:error'] as const;

/** Work that could not be done is tried again after this time, if it names none. */
const AGAIN_MS = 1000;

/** A worker that is not trusted any more ends after this time. */
const WATCH_MS = 1000;

/** A payload was made for its work, and the queue stored it as JSON. */
interface Payload {
  readonly shop?: string;
  readonly trace?: string | null;
}
interface Run {
  readonly payload: Payload;
  readonly job: Pick<Job, 'key' | 'priority'>;
  readonly addJob: AddJobFunction;
}

const COMPLAINTS: ReadonlySet<string> = new Set(['error', 'warning']);
const ignore = (): undefined => undefined;

/** Does the queue's work in this process. A worker of the library whose connections break is replaced by a new one. */
export class QueueWorker {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** resolves when the running work of the last worker has finished or was given up; the next worker does not wait for it */
  private finished: Promise<void> = Promise.resolve();
  /** the message of the present outage, which is logged once, not at each attempt to reconnect; null: the worker works */
  private trouble: string | null = null;
  /** Ends the worker that runs now. @param reason an error; null: the process stops */
  private end: (reason: unknown) => void = ignore;
  private wake: () => void = ignore;

  constructor(private readonly options: QueueWorkerOptions) {}

  start(): void {
    this.running = this.keepRunning();
  }

  /** Searches for work at once. */
  look(): void {
    this.wake();
  }

  /** Stops the worker. Running work gets FINISH_MS to finish. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.end(null);
    await this.running;
    await this.finished;
  }

  private async keepRunning(): Promise<void> {
    const { connection, restartMs = 500 } = this.options;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      if (!this.isTrusted()) {
        await sleep(restartMs, undefined, { signal }).catch(ignore); // told to stop: the pause ends early
        continue;
      }
      // One connection listens, and one holds the worker's lock. The others fetch and finish jobs.
      const pool = new pg.Pool({ ...connection, types: pg.types, application_name: 'shop-operations worker', max: 4 });
      // The pending query gets the error. The library complains about a pool without these two listeners.
      pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
      // The connection comes first, so that no worker is made when the database cannot be reached.
      const sign = await pool.connect().catch((reason: unknown) => ({ reason }));
      const error = 'reason' in sign ? sign.reason : await this.work(pool, sign);
      if (error) this.tell(error);
      this.finished = this.finished.then(() => within(500, pool.end().catch(ignore), ignore));
      await sleep(restartMs, undefined, { signal }).catch(ignore); // told to stop: the pause ends early
    }
  }

  private tell(error: unknown): void {
    const trouble = messageOf(error);
    if (trouble !== this.trouble) this.options.log.warn('the background worker was interrupted', { error });
    this.trouble = trouble;
  }

  /**
   * Runs a worker of the library until it breaks or the process stops.
   * @param sign a connection that holds a lock named after the worker as long as the worker lives; without the lock, the worker
   * counts as dead (see `freeDeadWorkers`)
   */
  private async work(pool: pg.Pool, sign: pg.PoolClient): Promise<unknown> {
    const ended = new Promise((resolve) => (this.end = resolve));
    const { end } = this;
    if (this.stopping.signal.aborted) end(null);
    let listener: pg.PoolClient | undefined;
    const worker = this.begin(pool, end, (client) => (listener = client));
    this.wake = () => {
      worker.nudge(this.options.concurrency);
    };
    const over = worker.promise.then(() => {
      end(new Error('the worker stopped by itself'));
    }, end);
    const watching = setInterval(() => {
      if (!this.isTrusted()) end(null);
    }, WATCH_MS);
    const locked = (): void => {
      this.trouble = null;
    };
    sign.on('error', end).query('select pg_advisory_lock($1, hashtext($2))', [WORKER_LOCKS, worker.id]).then(locked, end);
    const reason = await ended;
    clearInterval(watching);
    this.wake = ignore;
    if (reason !== null) await sleep(SETTLE_MS);
    // A `LISTEN` that still waits fails now. If it failed after the stop, the library would give back its connection twice, in a
    // promise that nobody handles.
    if (listener) await within(GOODBYE_MS, listener.end(), ignore);
    Promise.resolve(worker.gracefulShutdown()).catch(ignore); // `over` reports this error, too
    this.finished = within(FINISH_MS, over, ignore).then(() => {
      sign.release(true);
    });
    return reason;
  }

  private isTrusted(): boolean {
    return this.options.isTrusted?.() ?? true;
  }

  private begin(pool: pg.Pool, end: (reason: unknown) => void, listens: (client: pg.PoolClient) => void): WorkerPool {
    const { works, concurrency, pollMs = 5000, log, observe } = this.options;
    const events = new EventEmitter() as WorkerEvents; // safe: the library's type only names the events
    let isStopping = false;
    events.on('pool:gracefulShutdown', () => (isStopping = true));
    events.on('pool:listen:success', ({ client }) => {
      listens(client);
    });
    const fail = ({ error }: { readonly error: unknown }): void => {
      end(error);
    };
    for (const name of BREAKS) events.on(name, fail);
    events.on('job:error', ({ job: { task_identifier: task, id, attempts }, error }) => {
      log.error('a background job failed', { task, job: id, attempts, error });
      observe?.(withoutBlock(task), 'failed');
    });
    // When the library stops it complains about work that it has not finished. Such work is taken over by another worker.
    const logger = new Logger(() => (level, message, meta) => {
      if (isStopping || meta?.['failure'] === true || !COMPLAINTS.has(level)) return;
      log.warn('background queue', { reason: message.split('\n', 1)[0] });
    });
    const tasks = Object.fromEntries(
      works.flatMap((work) => [
        [work.name, this.taskOf(work)],
        ...(work.together ? [[blockName(work.name), this.blockTaskOf(work)] as const] : []),
      ]),
    );
    return runTaskList({ concurrency, pollInterval: pollMs, noHandleSignals: true, logger, events, preset: PRESET }, tasks, pool);
  }

  private taskOf(work: Work): Task {
    return (payload, { job, addJob }) => this.run(work, { payload: payload as Payload, job, addJob });
  }

  /**
   * Each record of a block has a run of its own. One that fails gets a job of its own, which the queue tries again. The block is not
   * tried again because of it, since other work may hand over its other records by then.
   */
  private blockTaskOf(work: Work): Task {
    return async (queued, { job: { id, priority }, addJob }) => {
      const runs = jobsOfBlock(work.name, queued as DueBlock).map(async ({ payload, key }) => {
        try {
          await this.run(work, { payload, job: { key, priority }, addJob });
        } catch (error) {
          this.options.log.error('a background job failed', { task: work.name, job: id, attempts: 1, error });
          this.options.observe?.(work.name, 'failed');
          await addJob(work.name, payload, { jobKey: key, priority, runAt: new Date(Date.now() + AGAIN_MS) });
        }
      });
      const ended = await Promise.allSettled(runs);
      for (const one of ended) if (one.status === 'rejected') throw one.reason;
    };
  }

  private async run(work: Work, { payload, job: { key, priority }, addJob }: Run): Promise<void> {
    const { againAfterMs = work.againAfterMs ?? AGAIN_MS, observe } = this.options;
    const attributes = { 'messaging.destination.name': work.name, 'shop_operations.shop': payload.shop };
    const done = await continued(payload.trace, `process ${work.name}`, attributes, () => work.run(payload));
    const again = { runAt: new Date(Date.now() + againAfterMs), priority, ...(key !== null && { jobKey: key }) };
    if (!done) await addJob(work.name, payload, again);
    observe?.(work.name, done ? 'done' : 'again');
  }
}
