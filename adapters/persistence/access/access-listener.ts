import pg from 'pg';
import type { Log } from '../../../application/ports/log.js';
import type { RememberedApiKeys } from './remembered-api-keys.js';

/** A dead connection must be noticed before a revocation may take effect: one heartbeat and its answer fit in a second. */
const HEARTBEAT_MS = 300;
const RECONNECT_MS = 500;

/** Hears which keys and shops changed, on a connection of its own, and says when it can't. */
export class AccessListener {
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private answered = true;
  private stopped = false;
  /** A line for an outage, not for each try to end it. */
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
    await this.client?.end().catch(() => undefined); // already gone: nothing is left to end
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
    client.end().catch(() => undefined); // it is lost: whether it ends in order does not matter
    if (this.stopped) return;
    if (!this.isToldLost) this.log.warn('announcements of changed keys cannot be heard', { error });
    this.isToldLost = true;
    this.timer = setTimeout(() => void this.start(), RECONNECT_MS).unref();
  }
}

/** What was the primary before a fail-over may still answer, and announces nothing any more. */
async function requireWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on') throw new Error('the database is read-only');
}
