import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Pause } from '../../domain/outgoing/pause.js';
import { measurePauses } from './pause-gauge.js';

/** The measured properties of one answered request. */
interface MeasuredExchange {
  /** the operation's name, so this label has about as many values as the service has operations */
  readonly operation: string;
  readonly method: string | null;
  readonly status: number;
  /** milliseconds */
  readonly took: number;
}

interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

export interface Measured {
  readonly build: { readonly version: string; readonly commit: string };
  readonly pool: PoolCounts;
  /** the number of outbox rows that are not relayed yet */
  readonly waitingEvents: () => Promise<number>;
  /** the number of deliveries to subscribers that are due */
  readonly dueDeliveries: () => Promise<number>;
  /** whether instances share limits at the moment; null: they are not meant to */
  readonly sharedLimits: (() => boolean) | null;
  /** the pauses that go on */
  readonly pauses: () => Promise<readonly Pause[]>;
  /** the milliseconds by which this machine's clock is ahead of the database's; null: unknown */
  readonly clockOffsetMs: () => number | null;
  /** the part of the file system that is used; null: unknown, or no files are kept */
  readonly diskUsed: () => number | null;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics for Prometheus. Gauges are computed when they are scraped. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Answered requests by operation, method and status.',
    labelNames: ['operation', 'method', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly work = new Counter({
    name: 'background_jobs_total',
    help: 'Runs of background jobs by task and outcome: done, again (not yet possible), failed.',
    labelNames: ['task', 'outcome'],
    registers: [this.registry],
  });

  private readonly providerCalls = new Counter({
    name: 'provider_calls_total',
    help: 'Calls of the provider of texts by path and outcome: taken, unknown (number or text), unreadable, forged.',
    labelNames: ['path', 'outcome'],
    registers: [this.registry],
  });

  private readonly deliveries = new Counter({
    name: 'webhook_deliveries_total',
    help: 'Tries to deliver an event to a subscriber by outcome: delivered, failed (tried again later), exhausted, canceled.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  private readonly deliveriesInFlight = new Gauge({
    name: 'webhook_deliveries_in_flight',
    help: 'Requests to subscribers that wait for their answers.',
    registers: [this.registry],
  });

  constructor({ build, pool, waitingEvents, dueDeliveries, sharedLimits, pauses, clockOffsetMs, diskUsed }: Measured) {
    collectDefaultMetrics({ register: this.registry });
    const info = { name: 'build_info', help: 'The release that runs, always 1.', labelNames: ['version', 'commit'] };
    new Gauge({ ...info, registers: [this.registry] }).set(build, 1);
    this.gauge('database_pool_connections', 'Connections of the pool, idle ones included.', () => pool.totalCount);
    this.gauge('database_pool_idle', 'Idle connections of the pool.', () => pool.idleCount);
    this.gauge('database_pool_waiting', 'Calls that wait for a connection of the pool.', () => pool.waitingCount);
    this.gauge('outbox_waiting', 'Events that are not relayed yet; absent while the database cannot be asked.', waitingEvents);
    this.gauge('webhook_deliveries_due', 'Deliveries that are due; absent while the database cannot be asked.', dueDeliveries);
    measurePauses(this.registry, pauses);
    this.gauge('clock_offset_seconds', 'Seconds by which this clock is ahead of the database’s; absent if unknown.', () =>
      known(clockOffsetMs(), 1000),
    );
    this.gauge('disk_used_ratio', 'The used part of the file system of kept files, 0 to 1; absent if unknown.', () =>
      known(diskUsed(), 1),
    );
    if (sharedLimits) {
      const help = '1: limits are shared by all instances; 0: Redis is away, and this instance counts in its own memory.';
      this.gauge('limits_shared', help, () => Number(sharedLimits()));
    }
  }

  readonly observeExchange = ({ operation, method, status, took }: MeasuredExchange): void => {
    this.requests.observe({ operation, method: method ?? 'none', status }, took / 1000);
  };

  readonly observeWork = (work: string, outcome: string): void => {
    this.work.inc({ task: work, outcome });
  };

  readonly observeProviderCall = (path: string, outcome: string): void => {
    this.providerCalls.inc({ path, outcome });
  };

  readonly observeDeliveries = {
    tried: (outcome: string): void => {
      this.deliveries.inc({ outcome });
    },
    inFlight: (change: 1 | -1): void => {
      this.deliveriesInFlight.inc(change);
    },
  };

  get contentType(): string {
    return this.registry.contentType;
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  private gauge(name: string, help: string, look: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        try {
          this.set(await look());
        } catch {
          this.remove(); // no value is known, and the last one may be wrong by now
        }
      },
    });
  }
}

/** @throws Error when nothing is known, so that the gauge has no value */
function known(value: number | null, divisor: number): number {
  if (value === null) throw new Error('nothing is known yet');
  return value / divisor;
}
