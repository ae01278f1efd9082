import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  /** the body, parsed as JSON; undefined if it is empty or of another type */
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- tests read answers as they come
}

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** names and values in turn; so a test can send a name twice */
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
  /** true: the body is sent in chunks, without a length */
  readonly chunked?: boolean;
}

/** Sends a request that `fetch` cannot send. */
export async function rawRequest(
  url: string,
  { method, path, headers = [], body, chunked = false }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const length = body === undefined || chunked ? [] : ['Content-Length', String(Buffer.byteLength(body))];
  const framing = chunked ? ['Transfer-Encoding', 'chunked'] : length;
  const sent = request({
    hostname,
    port,
    path,
    method,
    headers: ['Host', `${hostname}:${port}`, ...headers, ...framing],
    agent: false,
  });
  // An error after the answer is ignored: the service may answer and close the connection before it has read all of the request.
  // Without an answer, an error rejects `answered`.
  const answered = once(sent, 'response');
  sent.on('error', () => undefined);
  sent.end(body);
  const [response] = await answered;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const isJson = String(response.headers['content-type']).startsWith('application/json') && text !== '';
  return { status: response.statusCode, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/**
 * A TCP connection to the service, for bytes that need not be HTTP. A test sends bytes, and reads the text that the service sent
 * until it closed the connection, or until the text is as wanted.
 */
export class Wire {
  private received = '';

  private constructor(private readonly socket: Socket) {
    socket
      .setEncoding('utf8')
      .on('data', (text) => (this.received += String(text)))
      .on('error', () => undefined);
  }

  static async open(url: string): Promise<Wire> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new Wire(socket);
  }

  write(bytes: string | Uint8Array): void {
    this.socket.write(bytes);
  }

  async closed(): Promise<string> {
    if (!this.socket.closed) await once(this.socket, 'close');
    return this.received;
  }

  async until(met: (received: string) => boolean): Promise<string> {
    while (!met(this.received)) {
      const came = new AbortController();
      const { signal } = came;
      await Promise.race([once(this.socket, 'data', { signal }), once(this.socket, 'close', { signal }).then(ended)]);
      came.abort();
    }
    return this.received;
  }

  close(): void {
    this.socket.destroy();
  }
}

function ended(): never {
  throw new Error('the service closed the connection');
}
