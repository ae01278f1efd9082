// Buys: a revoked key is refused within 1 s on every instance (its spec), and a waiting request hears of an event at once.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../../application/kernel/ports/ports.js';
import type { Audience } from '../audience.js';
import { opened } from './pool.js';

/** A dead connection must be noticed within a second: at the next heartbeat, which must be answered in time. */
const HEARTBEAT_MS = 500;
const ANSWER_MS = 300;
const RECONNECT_MS = 500;

/** Listens to the database's announcements, on a connection of its own for all audiences. */
export class AnnouncementListener {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly connection: pg.ClientConfig,
    private readonly audiences: readonly Audience[],
    private readonly log: Log,
  ) {}

  /** Resolves when it listens, or has tried to for the first time. */
  start(): Promise<void> {
    return new Promise((tried) => {
      this.running = this.listen(tried);
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async listen(tried: () => void): Promise<void> {
    let isTold = false; // the present outage is logged once, not at each attempt to reconnect
    while (!this.stopping.signal.aborted) {
      try {
        await this.hearUntilLost(() => {
          isTold = false;
          tried();
        });
      } catch (error) {
        if (!isTold) this.log.warn('announcements of changed keys, pauses, writes and new events cannot be received', { error });
        isTold = true;
      }
      tried();
      await this.pause(RECONNECT_MS);
    }
  }

  private async hearUntilLost(heard: () => void): Promise<void> {
    const client = await opened({ ...this.connection, query_timeout: ANSWER_MS });
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    try {
      client.on('notification', ({ channel, payload = '' }) => {
        for (const audience of this.audiences) if (audience.channel === channel) audience.announced(payload);
      });
      for (const { channel } of this.audiences) await client.query(`listen ${client.escapeIdentifier(channel)}`);
      await requireWritable(client);
      this.tell(true);
      heard();
      while (!this.stopping.signal.aborted) {
        await requireWritable(client);
        await Promise.race([this.pause(HEARTBEAT_MS), ended]);
      }
    } finally {
      this.tell(false);
      void client.end().catch(() => undefined); // the connection may be lost
    }
  }

  private tell(hearing: boolean): void {
    for (const audience of this.audiences) audience.hear(hearing);
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal, ref: false }).catch(() => undefined); // told to stop
  }
}

/**
 * Throws when the server is read-only. After a fail-over, the former primary may still answer, but it sends no more
 * announcements.
 */
async function requireWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on') throw new Error('the database is read-only');
}
