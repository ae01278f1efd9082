export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** the body as JSON; undefined when there is none */
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests read answers as they come
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** sent as JSON; a string or bytes as they are */
  readonly body?: unknown;
}

/** The service as a client sees it: real HTTP, one key. */
export class Api {
  constructor(
    readonly url: string,
    readonly token: string | null,
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

  /** A tool call in the specification's bare form; the answer's `result` or `error`. */
  async tool(name: string, args: unknown = {}): Promise<any> { // eslint-disable-line @typescript-eslint/no-explicit-any -- as `body`
    const { body } = await this.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
    return body.result ?? body;
  }

  rpc(message: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('POST', '/api/mcp', { body: message, headers });
  }

  async send(method: string, path: string, { headers = {}, body }: Sent): Promise<Answer> {
    const answer = await fetch(this.url + path, {
      method,
      headers: { ...(this.token !== null && { authorization: `Bearer ${this.token}` }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: text === '' ? undefined : parsed(text) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
