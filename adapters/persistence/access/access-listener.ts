import pg from 'pg';
import type { Log } from '../../../application/ports/log.js';
import type { RememberedApiKeys } from './remembered-api-keys.js';

/**
 * Milliseconds between two heartbeats. A dead connection must be noticed within a second, because a revocation must take effect
 * by then. A heartbeat without an answer is noticed at the next heartbeat.
 */
const HEARTBEAT_MS = 300;
const RECONNECT_MS = 500;

/**
 * Listens on a connection of its own for changed keys and shops. It passes the changes on to `RememberedApiKeys`, and tells it
 * when announcements can be heard and when they cannot.
 */
export class AccessListener {
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private answered = true;
  private stopped = false;
  /** true: the present outage has been logged. It is logged once, not at each attempt to reconnect. */
  private isToldLost = false;

  constructor(
    private readonly connection: pg.ClientConfig,
    private readonly keys: RememberedApiKeys,
    private readonly log: Log,
  ) {}

  async start(): Promise<void> {
    const client = new pg.Client({ ...this.connection, connectionTimeoutMillis: 2000, keepAlive: true });
    this.client = client;
    client.on('error', (error) => {
      this.lost(client, error);
    });
    client.on('notification', ({ payload = '' }) => {
      this.keys.forget(payload);
    });
    try {
      await client.connect();
      await client.query('listen access_changed');
      await requireWritable(client);
    } catch (error) {
      this.lost(client, error);
      return;
    }
    this.keys.hear(true);
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
    this.keys.hear(false);
    client.end().catch(() => undefined); // the connection is lost: an error while it is closed does not matter
    if (this.stopped) return;
    if (!this.isToldLost) this.log.warn('announcements of changed keys cannot be received', { error });
    this.isToldLost = true;
    this.timer = setTimeout(() => void this.start(), RECONNECT_MS).unref();
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
