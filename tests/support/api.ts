import { Agent } from 'node:http';
import type { Readable } from 'node:stream';
import supertest, { type Response } from 'supertest';
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

/** Superagent would open a connection for each request, which costs more than many a request. */
const CONNECTIONS = new Agent({ keepAlive: true });

/**
 * Calls the service with supertest, over HTTP, always with the same key or always without one. It expects each answer under
 * `/api/v1` to be as the OpenAPI document says, and the result of each tool call to match the tool's output schema.
 */
export class Api {
  private readonly agent: ReturnType<typeof supertest.agent>;

  constructor(
    readonly url: string,
    readonly token: string | null,
    private readonly checker: OpenApiChecker,
  ) {
    this.agent = supertest.agent(url);
    if (token !== null) this.agent.set('authorization', `Bearer ${token}`);
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('GET', `/api/v1${path}`, { headers });
  }

  post(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('POST', `/api/v1${path}`, { body, headers });
  }

  patch(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('PATCH', `/api/v1${path}`, { body, headers });
  }

  put(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('PUT', `/api/v1${path}`, { body, headers });
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
    // supertest has a method for each method of HTTP. Its types name only some of them.
    const verb = method.toLowerCase() as 'get';
    const test = this.agent[verb](path).agent(CONNECTIONS).unset('accept-encoding').set(headers).parse(textOf);
    // As bytes, the body is sent as it is, and without a content type that the test has not named.
    if (sent !== undefined) test.serialize((bytes: unknown) => bytes as string).send(bytesOf(sent));
    // Not by `expect`: it writes a stack trace for each request, whether the request fails or not.
    const response = await test;
    // Superagent does not parse the answer to a HEAD.
    const text = typeof response.body === 'string' ? response.body : '';
    const { status } = response;
    const body = response.type === LINES ? undefined : parsed(text);
    const answer = { status, headers: new Headers(response.headers), text, body };
    this.checker.checkAnswer(method, new URL(this.url + path).pathname, status, answer.headers, answer.body);
    return answer;
  }
}

/** An answer with one line of JSON is no JSON. */
const LINES = 'application/x-ndjson';

/** Reads an answer of any type as text. The parsers of superagent would refuse JSON that is cut off. */
function textOf(response: Response, done: (error: Error | null, text: unknown) => void): void {
  const chunks: Buffer[] = [];
  // A parser gets the stream of the answer. The types call it an answer that has been read.
  const stream = response as unknown as Readable;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk)).once('end', () => done(null, Buffer.concat(chunks).toString()));
}

function bytesOf(body: unknown): Buffer {
  return Buffer.from(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
