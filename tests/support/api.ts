import { Agent, request } from 'node:http';
import type { OpenApiChecker } from './openapi-checker.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** the body, parsed as JSON; undefined if it is empty or not JSON */
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- tests read answers as they come
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** sent as JSON; but a string or bytes are sent as they are */
  readonly body?: unknown;
}

/**
 * Calls the service as a client does, over HTTP, always with the same key or always without one. It compares each answer under
 * `/api/v1` with the OpenAPI document, and the result of each tool call with the tool's output schema.
 */
export class Api {
  constructor(
    readonly url: string,
    readonly token: string | null,
    private readonly checker: OpenApiChecker,
  ) {}

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('GET', `/api/v1${path}`, { headers });
  }

  post(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('POST', `/api/v1${path}`, { body, headers });
  }

  patch(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('PATCH', `/api/v1${path}`, { body, headers });
  }

  /**
   * Sends a tool call without an `initialize` before it. Returns the `result` of a success, otherwise the whole answer with its
   * `error`.
   */
  async tool(name: string, args: unknown = {}): Promise<Answer['body']> {
    const { body } = await this.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
    return body.result ?? body;
  }

  async rpc(message: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const answer = await this.send('POST', '/api/mcp', { body: message, headers });
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { name: string } };
    if (method === 'tools/call' && params && answer.body?.result) this.checker.checkToolResult(params.name, answer.body.result);
    return answer;
  }

  async send(method: string, path: string, { headers = {}, body: sent }: Sent): Promise<Answer> {
    const url = new URL(this.url + path);
    const bytes = sent === undefined || typeof sent === 'string' || sent instanceof Uint8Array ? sent : JSON.stringify(sent);
    const all = { ...(this.token !== null && { authorization: `Bearer ${this.token}` }), ...headers };
    const answer = await exchange(url, method, all, bytes);
    const body: unknown = answer.text === '' ? undefined : parsed(answer.text);
    this.checker.checkAnswer(method, url.pathname, answer.status, answer.headers, body);
    return { ...answer, body };
  }
}

const agent = new Agent({ keepAlive: true });

/** Sends a request with `node:http`, in a fraction of the time that `fetch` takes. Some tests send thousands of requests. */
function exchange(
  url: URL,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array | undefined,
): Promise<Omit<Answer, 'body'>> {
  return new Promise((resolve, reject) => {
    // Without it, node:http sends the body of a DELETE with no length, and the server reads the body as another request.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method, headers: { ...length, ...headers }, agent }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('error', reject)
        .once('end', () => {
          const { statusCode: status = 0, rawHeaders } = response;
          const pairs = rawHeaders.flatMap((name, at) =>
            at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as [string, string]] : [],
          );
          resolve({ status, headers: new Headers(pairs), text: Buffer.concat(chunks).toString() });
        });
    });
    sent.once('error', reject).end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
