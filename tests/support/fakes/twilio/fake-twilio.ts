import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { callWebhook } from './call-webhook.js';
import { FakeTwilioCalls } from './fake-twilio-calls.js';
import { FakeTwilioFiles } from './fake-twilio-files.js';
import { LAST_PAGE, pageOf } from './fake-twilio-pages.js';
import { png } from '../../media-samples.js';

/**
 * The way in which the server answers a hand-over. `ok`: as Twilio does · `refuse`: status 400 with `refusal` · `busy`: 429 with
 * `retryAfter` · `error500`: 503 with a page · `hang`: the request is read, and then nothing · `reset`: the request is read, and the
 * connection is reset · `cut`: the text is taken, and the connection breaks within the answer · `drip`: the answer comes byte by byte
 * and has no end · `page`: 200 with a page instead of JSON · `refuse-page`: 404 with a page · `redirect`: a redirect to the same address
 */
export type FakeTwilioMode =
  'ok' | 'refuse' | 'busy' | 'error500' | 'hang' | 'reset' | 'cut' | 'drip' | 'page' | 'refuse-page' | 'redirect';

export interface TwilioRequest {
  readonly method: string;
  /** the path with its query */
  readonly path: string;
  readonly form: URLSearchParams;
  readonly traceparent: string | string[] | undefined;
}

/** A message in the form of Twilio's API, as far as the service reads it. */
export interface TwilioText {
  readonly sid: string;
  readonly direction: 'inbound' | 'outbound-api';
  readonly from: string | null;
  readonly to: string;
  readonly body: string;
  readonly status: string;
  readonly num_segments: string;
  readonly num_media: string;
  readonly date_sent: string | null;
}

const API = /^\/2010-04-01\/Accounts\/(AC\w+)\/(?:Calls|Recordings|Messages(?:\/(\w+)\/Media)?)\.json$/;
interface AttachedFile {
  readonly type: string;
  readonly path: string;
}

const ACCOUNT = /^\/2010-04-01\/Accounts\/(AC\w+)\//;
const OWN = /^\/2010-04-01\/Accounts\/(AC\w+)\.json$/;
/** A connection without a request is kept longer than any test runs. */
const KEPT_MS = 600_000;
const PAGE = '<html><h1>Service unavailable</h1></html>';

/** A server on this machine that speaks the part of Twilio's HTTP interface that the service uses. */
export class FakeTwilio {
  readonly accountSid = `AC${randomBytes(16).toString('hex')}`;
  /** A test can change it, as the account's owner does. */
  authToken = randomBytes(16).toString('hex');
  /** The mode of the answers to all later requests. A test can change it at any time. */
  mode: FakeTwilioMode = 'ok';
  refusal = { status: 400, code: 21211, message: 'The ‘To’ number is not a valid phone number.' };
  retryAfter: string | null = '3';
  /** the status of a text that is taken */
  status = 'queued';
  accountStatus = 'active';
  /** the requests in the order of arrival */
  readonly requests: TwilioRequest[] = [];
  /** the connections in the order of arrival */
  readonly connections: Socket[] = [];
  /** every text that was taken or received, the oldest first */
  readonly texts: TwilioText[] = [];
  /** the most entries on one page of a list */
  pageSize = 1000;
  readonly files = new FakeTwilioFiles(this.accountSid);
  readonly calls = new FakeTwilioCalls();
  private readonly media = new Map<string, readonly AttachedFile[]>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly server: Server;

  /** @param tls the key and the certificate of a server that speaks TLS */
  constructor(private readonly tls?: ServerOptions) {
    const serve = (request: IncomingMessage, response: ServerResponse): void => void this.serve(request, response);
    this.server = tls ? createTlsServer(tls, serve) : createServer(serve);
    this.server.on('connection', (socket: Socket) => this.connections.push(socket));
    this.server.keepAliveTimeout = KEPT_MS;
    this.server.on('tlsClientError', () => undefined); // a client that refuses the certificate is expected
  }

  /** the address that the service is configured with (`TWILIO_API_URL`) */
  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the fake Twilio is not listening');
    return `${this.tls ? 'https' : 'http'}://127.0.0.1:${address.port}`;
  }

  /** the texts that the service has sent */
  get sent(): TwilioText[] {
    return this.texts.filter(({ direction }) => direction === 'outbound-api');
  }

  /** Stores an inbound text, which the list then has. No webhook is called. @param media content types of its attachments, which are all the same picture */
  receive(
    given: Pick<TwilioText, 'from' | 'to' | 'body'> & { readonly at: string; readonly media?: readonly string[] },
  ): TwilioText {
    const { at, media = [], ...rest } = given;
    const stored: TwilioText = {
      ...rest,
      ...{ sid: sid('SM'), direction: 'inbound', status: 'received', num_segments: '1', num_media: String(media.length) },
      date_sent: new Date(at).toUTCString().replace('GMT', '+0000'),
    };
    this.texts.push(stored);
    const attached = media.map((type) => ({ type, path: this.files.attachment(stored.sid, png()) }));
    this.media.set(stored.sid, attached);
    return stored;
  }

  /** Signs a form as Twilio's documentation says. */
  sign(url: string, parameters: readonly (readonly [string, string])[]): string {
    const pairs = [...new Set(parameters.map(([name, value]) => `${name}\u0000${value}`))].sort();
    const signed = url + pairs.map((pair) => pair.replace('\u0000', '')).join('');
    return createHmac('sha1', this.authToken).update(signed, 'utf8').digest('base64');
  }

  /**
   * Calls a webhook of the service.
   * @param at where the service really listens, when a proxy stands before the signed address
   */
  call(url: string, parameters: readonly (readonly [string, string])[], at = url): Promise<Response> {
    return callWebhook(at, this.sign(url, parameters), parameters);
  }

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    this.files.stop();
    for (const timer of this.timers) clearInterval(timer);
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const form = new URLSearchParams(await text(request).catch(() => ''));
    this.requests.push({ method, path, form, traceparent: headers['traceparent'] });
    const url = new URL(path, 'http://fake');
    const isFile = this.files.has(url.pathname);
    const isOwn = OWN.test(url.pathname);
    const [, account, message] = (isFile ? ACCOUNT : isOwn ? OWN : API).exec(url.pathname) ?? [];
    const basic = `Basic ${Buffer.from(`${this.accountSid}:${this.authToken}`).toString('base64')}`;
    if (account === undefined) refuse(response, 404, 20404, 'The requested resource was not found');
    else if (headers.authorization !== basic || account !== this.accountSid) refuse(response, 401, 20003, 'Authenticate');
    else if (isOwn) sendJson(response, 200, { sid: this.accountSid, status: this.accountStatus });
    else if (isFile) this.files.serve(url.pathname, response);
    else if (this.mode !== 'ok') this.fail(response, path, form);
    else if (message !== undefined) sendJson(response, 200, { media_list: this.mediaList(message), ...LAST_PAGE });
    else if (method === 'POST') sendJson(response, 201, this.take(form));
    else sendJson(response, 200, this.listed(url));
  }

  private fail(response: ServerResponse, path: string, form: URLSearchParams): void {
    switch (this.mode) {
      case 'refuse':
        return refuse(response, this.refusal.status, this.refusal.code, this.refusal.message);
      case 'busy':
        if (this.retryAfter !== null) response.setHeader('retry-after', this.retryAfter);
        return refuse(response, 429, 20429, 'Too Many Requests');
      case 'error500':
        return void response.writeHead(503, { 'content-type': 'text/html' }).end(PAGE);
      case 'reset':
        return this.reset(response);
      case 'cut':
        this.take(form);
        response.writeHead(201, { 'content-type': 'application/json', 'content-length': 500 });
        return void response.write('{"sid": "SM', () => this.reset(response));
      case 'drip':
        this.take(form);
        response.writeHead(201, { 'content-type': 'application/json' });
        return void this.timers.add(setInterval(() => response.write(' '), 10));
      case 'page':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
      case 'refuse-page':
        return void response.writeHead(404, { 'content-type': 'text/html' }).end(PAGE);
      case 'redirect':
        return void response.writeHead(307, { location: path }).end();
      case 'hang':
      case 'ok':
        return;
    }
  }

  /** Breaks the connection. A TLS connection cannot be reset, so it is closed. */
  private reset({ socket }: ServerResponse): void {
    if (this.tls) socket?.destroy();
    else socket?.resetAndDestroy();
  }

  /** Takes a text, as the API's answer shows it. With a messaging service the sender and the segments are not known yet. */
  private take(form: URLSearchParams): TwilioText {
    const from = form.get('From');
    const taken: TwilioText = {
      sid: sid('SM'),
      direction: 'outbound-api',
      from,
      to: form.get('To') ?? '',
      body: form.get('Body') ?? '',
      status: this.status,
      num_segments: from === null ? '0' : '1',
      num_media: '0',
      date_sent: null,
    };
    this.texts.push(taken);
    return taken;
  }

  private listed(url: URL): object {
    const list = this.calls.listed(url);
    if (list) return pageOf(list, url, this.pageSize);
    const since = url.searchParams.get('DateSent>');
    const wanted = this.texts
      .filter(({ date_sent: date }) => since === null || (date !== null && Date.parse(date) >= Date.parse(since)))
      .reverse();
    return pageOf({ messages: wanted }, url, this.pageSize);
  }

  private mediaList(message: string): object[] {
    return (this.media.get(message) ?? []).map(({ type, path }) => ({
      sid: path.slice(-34),
      content_type: type,
      uri: `${path}.json`,
    }));
  }
}

export async function startFakeTwilio(tls?: ServerOptions): Promise<FakeTwilio> {
  const fake = new FakeTwilio(tls);
  await fake.start();
  return fake;
}

function sid(kind: string): string {
  return kind + randomBytes(16).toString('hex');
}

function sendJson(response: ServerResponse, status: number, content: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}

function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  const more = `https://www.twilio.com/docs/errors/${code}`;
  sendJson(response, status, { code, message, more_info: more, status });
}
