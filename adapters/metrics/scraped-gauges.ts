import { Gauge, type Registry } from 'prom-client';
import { PAUSE_CAUSES, WAYS, type Pause } from '../../domain/outgoing/pause.js';

interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** The jobs of one task that nobody carries out at the moment, by what they wait for. */
interface MeasuredJobs {
  readonly task: string;
  readonly ready: number;
  readonly later: number;
  readonly failed: number;
  readonly oldestSeconds: number;
}

interface MeasuredDeployment {
  readonly instances: number;
  readonly workers: number;
  readonly leaders: number;
  readonly connections: number;
  readonly mostConnections: number;
}

/** The questions of each scrape. Those that ask the database reject while it is away. */
export interface Measured {
  readonly pool: PoolCounts;
  /** the number of outbox rows that are not relayed yet */
  readonly waitingEvents: () => Promise<number>;
  /** the number of deliveries to subscribers that are due */
  readonly dueDeliveries: () => Promise<number>;
  readonly queuedJobs: () => Promise<readonly MeasuredJobs[]>;
  readonly oldestTextSeconds: () => Promise<number>;
  readonly pendingMigrations: () => Promise<number>;
  readonly deployment: () => Promise<MeasuredDeployment>;
  /** the pauses that go on */
  readonly pauses: () => Promise<readonly Pause[]>;
  /** the milliseconds by which this machine's clock is ahead of the database's; null: unknown */
  readonly clockOffsetMs: () => number | null;
  /** the part of the file system that is used; null: unknown, or no files are kept */
  readonly diskUsed: () => number | null;
  /** the milliseconds since the newest backups; null in the answer: unknown; null: none are made by themselves */
  readonly backupAges: (() => { readonly made: number; readonly verified: number } | null) | null;
  /** whether instances share limits at the moment; null: they are not meant to */
  readonly sharedLimits: (() => boolean) | null;
}

/** The gauges whose values are asked for at each scrape. */
export class ScrapedGauges {
  /** Each fills its gauges. */
  private readonly looks: (() => void | Promise<void>)[] = [];

  constructor(
    private readonly registry: Registry,
    measured: Measured,
  ) {
    this.lookAtPool(measured.pool);
    this.lookAtWaiting(measured);
    this.lookAtQueue(measured.queuedJobs);
    this.lookAtDeployment(measured.deployment);
    this.lookAtMachine(measured);
    this.lookAtPauses(measured.pauses);
    if (measured.backupAges) this.lookAtBackups(measured.backupAges);
    if (measured.sharedLimits) this.lookAtLimits(measured.sharedLimits);
  }

  async look(): Promise<void> {
    await Promise.all(this.looks.map(async (look) => look()));
  }

  private lookAtBackups(ages: NonNullable<Measured['backupAges']>): void {
    const made = this.gauge('backup_age_seconds', 'How old the newest backup is; +Inf: there is none.');
    const verified = this.gauge('backup_verified_age_seconds', 'How old the newest verified backup is; +Inf: there is none.');
    this.looks.push(() => {
      const known = ages();
      if (known === null) return;
      made.set(known.made / 1000);
      verified.set(known.verified / 1000);
    });
  }

  private lookAtLimits(areShared: () => boolean): void {
    const help = '1: limits are shared by all instances; 0: Redis is away, and this instance counts in its own memory.';
    const limits = this.gauge('limits_shared', help);
    this.looks.push(() => {
      limits.set(Number(areShared()));
    });
  }

  private lookAtPool(pool: PoolCounts): void {
    const connections = this.gauge('database_pool_connections', 'Connections of the pool, idle ones included.');
    const idle = this.gauge('database_pool_idle', 'Idle connections of the pool.');
    const waiting = this.gauge('database_pool_waiting', 'Calls that wait for a connection of the pool.');
    this.looks.push(() => {
      connections.set(pool.totalCount);
      idle.set(pool.idleCount);
      waiting.set(pool.waitingCount);
    });
  }

  private lookAtWaiting({ waitingEvents, dueDeliveries, oldestTextSeconds, pendingMigrations }: Measured): void {
    this.ask(waitingEvents, [this.gauge('outbox_waiting', 'Events that are not relayed yet.')], (n) => [n]);
    this.ask(dueDeliveries, [this.gauge('webhook_deliveries_due', 'Deliveries that are due.')], (n) => [n]);
    const oldest = this.gauge('texts_due_oldest_seconds', 'How long the oldest text waits for its hand-over; 0: none waits.');
    this.ask(oldestTextSeconds, [oldest], (n) => [n]);
    this.ask(
      pendingMigrations,
      [this.gauge('migrations_pending', 'Migrations of this release that the database lacks.')],
      (n) => [n],
    );
  }

  private lookAtQueue(queuedJobs: Measured['queuedJobs']): void {
    const jobs = this.gauge(
      'queue_jobs',
      'Jobs that nobody carries out at the moment, by task and state: ready, later, failed (as often as the queue tries).',
      ['task', 'state'],
    );
    const oldest = this.gauge('queue_oldest_seconds', 'How long the oldest job that is ready has waited, by task.', ['task']);
    this.looks.push(async () => {
      const found = await queuedJobs().catch(() => []);
      jobs.reset();
      oldest.reset();
      for (const { task, oldestSeconds, ...states } of found) {
        for (const [state, n] of Object.entries(states)) jobs.set({ task, state }, n);
        oldest.set({ task }, oldestSeconds);
      }
    });
  }

  private lookAtDeployment(deployment: Measured['deployment']): void {
    const gauges = [
      this.gauge('instances_alive', 'Instances of the service at this database.'),
      this.gauge('workers_alive', 'Queue workers at this database; each process with background work has two.'),
      this.gauge('leaders_alive', 'Processes that lead: one, or none for the moment of a change.'),
      this.gauge('database_connections_used', 'Connections of all clients to PostgreSQL.'),
      this.gauge('database_connections_max', 'The most connections that PostgreSQL takes (max_connections).'),
    ];
    this.ask(deployment, gauges, (state) => [
      state.instances,
      state.workers,
      state.leaders,
      state.connections,
      state.mostConnections,
    ]);
  }

  private lookAtMachine({ clockOffsetMs, diskUsed }: Measured): void {
    const clock = this.gauge('clock_offset_seconds', 'Seconds by which this clock is ahead of the database’s.');
    const disk = this.gauge('disk_used_ratio', 'The used part of the file system of kept files, 0 to 1.');
    this.looks.push(() => {
      const [offset, used] = [clockOffsetMs(), diskUsed()];
      if (offset === null) clock.remove();
      else clock.set(offset / 1000);
      if (used === null) disk.remove();
      else disk.set(used);
    });
  }

  private lookAtPauses(pauses: Measured['pauses']): void {
    const paused = this.gauge('outgoing_paused', 'Pauses of what leaves, by way and cause.', ['way', 'cause']);
    this.looks.push(async () => {
      const open = await pauses().catch(() => null);
      paused.reset();
      if (open === null) return;
      for (const way of WAYS)
        for (const cause of PAUSE_CAUSES)
          paused.set({ way, cause }, open.filter((one) => one.way === way && one.cause === cause).length);
    });
  }

  /** Fills gauges with what a question finds. They are absent while it fails: their last values may be wrong by now. */
  private ask<Found>(
    question: () => Promise<Found>,
    gauges: readonly Gauge[],
    valuesIn: (found: Found) => readonly number[],
  ): void {
    this.looks.push(async () => {
      const values = await question().then(valuesIn, () => []);
      for (const [at, gauge] of gauges.entries()) {
        const value = values[at];
        if (value === undefined) gauge.remove();
        else gauge.set(value);
      }
    });
  }

  private gauge<Label extends string>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }
}
