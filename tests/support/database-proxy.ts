import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface Pair {
  readonly sockets: readonly [client: Socket, database: Socket];
  /** the bytes that the client has sent */
  sent: string;
  /** true: the proxy passes on no more bytes in either direction; if one of the connections closes, the other one stays open */
  mute: boolean;
}

/**
 * Says how a connection is cut after the client has sent the text `said`. The database still gets this text. `drop` closes the
 * connection for the client, `silence` leaves it open.
 */
interface Cut {
  readonly said: string;
  readonly how: 'drop' | 'silence';
}

/** A proxy between the service and PostgreSQL. With it a test can take the database away and give it back. */
export class DatabaseProxy {
  private readonly pairs = new Set<Pair>();
  private silent = false;
  private port = 0;
  private cut: Cut | null = null;

  private constructor(
    private readonly target: URL,
    private server: Server,
  ) {}

  static async before(databaseUrl: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(databaseUrl), createServer());
    await proxy.open();
    return proxy;
  }

  /** the database's address through the proxy */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  /** Refuses new connections and breaks every open one. */
  async goAway(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.breakAll();
    await closed;
  }

  async comeBack(): Promise<void> {
    this.silent = false;
    await this.open();
  }

  /** Stops all bytes in both directions without closing a connection, as a cut cable does. New connections are silent, too. */
  fallSilent(): void {
    this.silent = true;
    this.silence('');
  }

  /** Stops all bytes in both directions, but only on the connections on which the client has already sent this text. */
  silence(sent: string): void {
    for (const pair of this.pairs) {
      if (!pair.sent.includes(sent)) continue;
      pair.mute = true;
      for (const socket of pair.sockets) socket.pause();
    }
  }

  /**
   * Cuts the connection of the next client that sends this text. The proxy still passes the text on, so the database carries it
   * out, but after it nothing in either direction.
   */
  cutAfter(said: string, how: Cut['how']): void {
    this.cut = { said, how };
  }

  /**
   * Lets new connections work again. The silenced connections stay silent: the proxy closes them towards PostgreSQL, as
   * PostgreSQL does itself when its keep-alive fails, and the client does not notice.
   */
  speakAgain(): void {
    this.silent = false;
    for (const { mute, sockets } of this.pairs) if (mute) sockets[1].destroy();
  }

  async close(): Promise<void> {
    this.breakAll();
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    await closed;
  }

  private breakAll(): void {
    for (const { sockets } of this.pairs) for (const socket of sockets) socket.destroy();
  }

  private async open(): Promise<void> {
    this.server = createServer((client) => {
      this.join(client);
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port; // safe: `address` returns a text only for a pipe
  }

  private join(client: Socket): void {
    const database = connect(Number(this.target.port), this.target.hostname);
    const pair: Pair = { sockets: [client, database], sent: '', mute: this.silent };
    this.pairs.add(pair);
    client.on('data', (chunk) => {
      pair.sent += chunk.toString('latin1');
    });
    this.relay(pair);
  }

  private relay(pair: Pair): void {
    const [client, database] = pair.sockets;
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      from.on('data', (chunk) => {
        to.write(chunk);
        if (from === client) this.cutPair(pair, chunk.toString('latin1'));
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        if (!pair.mute) to.destroy();
        if (from.destroyed && to.destroyed) this.pairs.delete(pair);
      });
      if (pair.mute) from.pause();
    }
  }

  private cutPair(pair: Pair, said: string): void {
    if (!this.cut || !said.includes(this.cut.said)) return;
    const { how } = this.cut;
    this.cut = null;
    pair.mute = true;
    for (const socket of pair.sockets) socket.pause();
    if (how === 'drop') pair.sockets[0].destroy();
  }
}
