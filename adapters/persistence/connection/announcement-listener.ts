import pg from 'pg';
import type { Log } from '../../../application/ports/log.js';

/**
 * Milliseconds between two heartbeats. A dead connection must be noticed within a second, because a revocation must take effect
 * by then. A heartbeat without an answer is noticed at the next heartbeat.
 */
const HEARTBEAT_MS = 300;
const RECONNECT_MS = 500;

/** A part of the service that needs the announcements (NOTIFY) of one channel. */
export interface Audience {
  readonly channel: string;
  announced(payload: string): void;
  /**
   * Called when announcements can be heard, and when they no longer can. In both cases some announcements may have been missed.
   */
  hear(hearing: boolean): void;
}

/** Listens to the database's announcements, on a connection of its own for all audiences. */
export class AnnouncementListener {
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private answered = true;
  private stopped = false;
  /** true: the present outage has been logged. It is logged once, not at each attempt to reconnect. */
  private isToldLost = false;

  constructor(
    private readonly connection: pg.ClientConfig,
    private readonly audiences: readonly Audience[],
    private readonly log: Log,
  ) {}

  async start(): Promise<void> {
    const client = new pg.Client({ ...this.connection, connectionTimeoutMillis: 2000, keepAlive: true });
    this.client = client;
    client.on('error', (error) => {
      this.lost(client, error);
    });
    client.on('notification', ({ channel, payload = '' }) => {
      for (const audience of this.audiences) if (audience.channel === channel) audience.announced(payload);
    });
    try {
      await client.connect();
      for (const { channel } of this.audiences) await client.query(`listen ${client.escapeIdentifier(channel)}`);
      await requireWritable(client);
    } catch (error) {
      this.lost(client, error);
      return;
    }
    this.tell(true);
    this.isToldLost = false;
    this.answered = true;
    this.timer = setInterval(() => {
      this.beat(client);
    }, HEARTBEAT_MS).unref();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined); // an error does not matter: the connection may already be closed
  }

  private beat(client: pg.Client): void {
    if (!this.answered) {
      this.lost(client, new Error('no answer to a heartbeat'));
      return;
    }
    this.answered = false;
    requireWritable(client).then(
      () => {
        this.answered = true;
      },
      (error: unknown) => {
        this.lost(client, error);
      },
    );
  }

  private lost(client: pg.Client, error: unknown): void {
    if (client !== this.client) return;
    this.client = null;
    if (this.timer) clearInterval(this.timer);
    this.tell(false);
    client.end().catch(() => undefined); // the connection is lost: an error while it is closed does not matter
    if (this.stopped) return;
    if (!this.isToldLost) this.log.warn('announcements of changed keys and new events cannot be received', { error });
    this.isToldLost = true;
    this.timer = setTimeout(() => void this.start(), RECONNECT_MS).unref();
  }

  private tell(hearing: boolean): void {
    for (const audience of this.audiences) audience.hear(hearing);
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
