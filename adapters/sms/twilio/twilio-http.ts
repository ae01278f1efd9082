import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { messageOf, systemCodeOf } from '../../system-errors.js';

/** The provider gave no usable answer to a request. This error does not leave the adapter. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  /**
   * @param arrived `nothing`: the provider certainly has nothing of the request, or says so · `maybe`: it may have acted on it
   * @param retryAfterMs the pause that the provider asks for; null: it names none
   */
  constructor(
    readonly arrived: 'nothing' | 'maybe',
    message: string,
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

type SdkValue = string | number | boolean | undefined;
/** Parameters by name. A list gives its parameter several times, and what is undefined is left out. */
type SdkParameters = Readonly<Record<string, SdkValue | readonly SdkValue[]>>;

/** A request as the SDK describes it. */
export interface SdkRequest {
  readonly method: string;
  readonly uri: string;
  readonly username?: string;
  readonly password?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** the query */
  readonly params?: SdkParameters;
  /** the form */
  readonly data?: SdkParameters;
}

/** An answer as the SDK expects it. It reads the body as JSON. */
export interface SdkAnswer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface TwilioHttpOptions {
  /** the address of the provider's API, without a slash at the end */
  readonly baseUrl: string;
  /** milliseconds for a request, from the look-up of the name to the last byte of the answer */
  readonly timeoutMs: number;
  /** certificates of authorities that are trusted instead of the system's, in PEM */
  readonly ca?: string | undefined;
}

/**
 * A connection without a request is kept for so long. A TLS handshake costs five times the rest of a request, so texts that follow each
 * other share connections. On a connection that the provider has just closed, a request breaks off after its first byte, and nobody
 * can say whether the text was sent. So the connection is closed long before a server closes it.
 */
const KEPT_MS = 1000;

/** A longer answer is cut off. A page of a list has about 100 KiB. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * Sends the SDK's requests. The SDK's own client is not used: it cannot tell whether a byte of a request was sent, its time limit
 * is for silence and not for the whole request, a request that it gives up may still go out, and it takes a proxy from the
 * environment.
 */
export class TwilioHttp {
  private readonly baseUrl: string;
  private readonly timeoutMs: number;
  private readonly agents: { readonly http: http.Agent; readonly https: https.Agent };

  constructor({ baseUrl, timeoutMs, ca }: TwilioHttpOptions) {
    this.baseUrl = baseUrl;
    this.timeoutMs = timeoutMs;
    const kept = { keepAlive: true, timeout: KEPT_MS };
    this.agents = { http: new http.Agent(kept), https: new https.Agent({ ...kept, ca }) };
  }

  /**
   * Sends one request, once, and follows no redirect.
   * @throws NoAnswer when there is no complete answer, and for the statuses 429 and 5xx
   */
  async request({ method, uri, username = '', password = '', headers = {}, params, data }: SdkRequest): Promise<SdkAnswer> {
    const form = data === undefined ? undefined : formOf(data).toString();
    const signal = AbortSignal.timeout(this.timeoutMs);
    const response = await this.send(this.addressOf(uri, params), form, {
      signal,
      method: method.toUpperCase(),
      headers: {
        ...headers,
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        ...(form !== undefined && { 'content-length': Buffer.byteLength(form) }),
      },
    });
    const { statusCode = 0 } = response;
    if (statusCode === 429 || statusCode >= 500) {
      response.destroy();
      throw refusalToAnswer(statusCode, response.headers);
    }
    return { statusCode, headers: response.headers, body: await bodyOf(response, signal) };
  }

  private addressOf(uri: string, params: SdkParameters = {}): URL {
    const { pathname, search } = new URL(uri);
    const url = new URL(`${this.baseUrl}${pathname}${search}`);
    for (const [name, value] of formOf(params)) url.searchParams.append(name, value);
    return url;
  }

  /** Resolves with the head of the answer. */
  private send(
    url: URL,
    form: string | undefined,
    options: http.RequestOptions & { signal: AbortSignal },
  ): Promise<IncomingMessage> {
    const [protocol, agent, ready] =
      url.protocol === 'https:'
        ? ([https, this.agents.https, 'secureConnect'] as const)
        : ([http, this.agents.http, 'connect'] as const);
    return new Promise((resolve, reject) => {
      let isConnected = false;
      const request = protocol.request(url, { ...options, agent });
      // Node keeps the request's bytes until the connection is ready, with TLS until the server's certificate has been verified.
      request.once('socket', (socket) => {
        if (request.reusedSocket) isConnected = true;
        else
          socket.once(ready, () => {
            isConnected = true;
          });
      });
      request.once('response', resolve);
      request.on('error', (error) => {
        reject(new NoAnswer(isConnected ? 'maybe' : 'nothing', reasonOf(error, options.signal), null, { cause: error }));
      });
      request.end(form);
    });
  }
}

function formOf(parameters: SdkParameters): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, values] of Object.entries(parameters)) {
    for (const value of [values].flat()) if (value !== undefined) form.append(name, String(value));
  }
  return form;
}

function refusalToAnswer(status: number, headers: IncomingHttpHeaders): NoAnswer {
  return new NoAnswer(status === 429 ? 'nothing' : 'maybe', `the provider answered ${status}`, retryAfterMs(headers));
}

/** Reads `Retry-After`, in seconds or as a date. */
function retryAfterMs({ 'retry-after': value, date }: IncomingHttpHeaders): number | null {
  if (value === undefined) return null;
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1000;
  const ms = Date.parse(value) - (date === undefined ? Date.now() : Date.parse(date));
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

async function bodyOf(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // When an error ends this loop, the connection is closed.
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BODY_BYTES) throw new Error(`the answer is longer than ${MAX_BODY_BYTES} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw new NoAnswer('maybe', reasonOf(error, signal), null, { cause: error });
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @param signal the time limit: when it has passed, the error only says that the connection was closed */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no complete answer in time';
  return [systemCodeOf(error), messageOf(error)].filter((part) => part !== '').join(': ');
}
