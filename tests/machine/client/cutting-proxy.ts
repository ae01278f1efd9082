import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy between a client and the service. It cuts connections: all at once, or each after a random number of bytes. */
export class CuttingProxy {
  private readonly open = new Set<Socket>();
  private readonly server: Server;
  private port = 0;
  /** how many connections it has cut */
  cuts = 0;

  private constructor(
    private target: URL,
    private readonly bytesOf: () => number,
  ) {
    this.server = createServer((client) => {
      this.join(client);
    });
  }

  /** @param bytesOf the bytes after which the next connection is cut */
  static async before(url: string, bytesOf: () => number = () => Infinity): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(url), bytesOf);
    await once(proxy.server.listen(0, '127.0.0.1'), 'listening');
    proxy.port = (proxy.server.address() as AddressInfo).port;
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Leads new connections to another service. */
  leadTo(url: string): void {
    this.target = new URL(url);
  }

  cutAll(): void {
    for (const socket of this.open) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.cutAll();
    await closed;
  }

  private join(client: Socket): void {
    const service = connect(Number(this.target.port), this.target.hostname);
    let left = this.bytesOf();
    const end = (): void => {
      for (const socket of [client, service]) {
        socket.destroy();
        this.open.delete(socket);
      }
    };
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      this.open.add(from);
      from.on('error', end).on('close', end);
      from.on('data', (bytes: Buffer) => {
        to.write(bytes.subarray(0, left), () => {
          if (left > 0) return;
          this.cuts += 1;
          end();
        });
        left = Math.max(0, left - bytes.length);
      });
    }
  }
}

/** Random numbers from 0 to 1 that are the same in each run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
