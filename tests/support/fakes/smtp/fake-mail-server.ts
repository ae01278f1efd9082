import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedEmail {
  readonly from: string;
  readonly to: readonly string[];
  /** the whole e-mail with its headers */
  readonly content: string;
}

/** A mail server on this machine that keeps what it takes. */
export class FakeMailServer {
  readonly received: ReceivedEmail[] = [];
  /** the answers to `RCPT TO` and to the e-mail itself; null: it takes them */
  refuses: { readonly at: 'recipient' | 'content'; readonly code: number } | null = null;
  /** true: the connection ends after the whole e-mail came, without an answer */
  cutsAfterContent = false;
  /** the only password that it takes; null: it takes any */
  password: string | null = null;
  /** the users who logged in */
  readonly users: string[] = [];
  private readonly server: SMTPServer;

  constructor(options: SMTPServerOptions = {}) {
    this.server = new SMTPServer({
      authOptional: true,
      ...options,
      onAuth: ({ username = '', password }, _session, done) => {
        if (this.password !== null && password !== this.password) {
          done(Object.assign(new Error('no such account'), { responseCode: 535 }));
          return;
        }
        this.users.push(username);
        done(null, { user: username });
      },
      onRcptTo: (_address, _session, done) => {
        done(this.refusalAt('recipient'));
      },
      onData: (stream, { envelope }, done) => {
        void text(stream).then((content) => {
          if (this.cutsAfterContent) {
            for (const connection of this.server.connections) connection._socket.destroy();
            return;
          }
          const { mailFrom, rcptTo } = envelope;
          const refusal = this.refusalAt('content');
          if (!refusal)
            this.received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), content });
          done(refusal);
        });
      },
    });
    this.server.on('error', () => undefined); // clients that refuse the certificate or cut the connection are expected
  }

  async start(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server.server, 'listening');
    return portOf(this.server.server);
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.close(() => {
        resolve();
      });
    });
  }

  private refusalAt(place: 'recipient' | 'content'): Error | null {
    if (this.refuses?.at !== place) return null;
    return Object.assign(new Error('Not here'), { responseCode: this.refuses.code });
  }
}

/** A server that says what it is told to say to each connection, and then nothing. */
export async function startSilentServer(greeting: string): Promise<{ readonly port: number; stop(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined); // the client ends the connection when its time is over
    socket.write(greeting);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: portOf(server), stop };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port; // a listening TCP server has such an address
}
