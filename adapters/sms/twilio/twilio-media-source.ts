import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { MediaSource, type OpenedFile, type SourceFile } from '../../../application/areas/media/fetch-media.js';
import { messageOf, systemCodeOf } from '../../system-errors.js';
import { refusalOf } from '../provider-refusals.js';

/**
 * The addresses of files at Twilio: the sounds of calls and the attachments of messages. The text is judged as it came: a parser
 * of addresses would resolve `..` and `%2e` first, and change a backslash.
 */
const FILE =
  /^(?:https?:\/\/[a-z0-9.-]+(?::\d{1,5})?)?(\/2010-04-01\/Accounts\/(AC[0-9a-f]{32})\/(?:(Recordings\/RE[0-9a-f]{32})(\.wav|\.mp3)?|Messages\/[MS]M[0-9a-f]{32}\/Media\/ME[0-9a-f]{32}))$/i;

/**
 * The hosts to which Twilio's API redirects a request for an attachment: the first for accounts that protect their media by HTTP
 * authentication, the second for files of accounts that did not. See https://help.twilio.com/articles/223183748
 */
const FILE_HOSTS = /^(?:[a-z0-9-]+\.twiliocdn\.com|s3-external-1\.amazonaws\.com)$/;

/**
 * The path of a file, below the address of the API. The host in the address does not count: it is never asked.
 * @returns null: the address is not of a file of this account
 */
function filePathOf(source: string, accountSid: string): string | null {
  const [, path, account, recording, ending] = FILE.exec(source) ?? [];
  if (path === undefined || account !== accountSid) return null;
  // Without an ending, the address of a recording can also stand for its description.
  return recording !== undefined && ending === undefined ? `${path}.wav` : path;
}

/** Tells whether Twilio keeps files at an address. */
export function isFileHost({ protocol, hostname, port }: URL): boolean {
  return protocol === 'https:' && port === '' && FILE_HOSTS.test(hostname);
}

/** The body of an answer as it comes. Its reader ends it early by `return`, even before the first byte. */
class FileBody implements AsyncIterableIterator<Uint8Array> {
  private readonly chunks: AsyncIterator<Buffer>;

  /** @param stallMs the longest wait for more bytes, in milliseconds. The time in which the reader is busy does not count. */
  constructor(
    private readonly response: IncomingMessage,
    private readonly stallMs: number,
  ) {
    // The cast is safe: an answer without an encoding is read as buffers.
    this.chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    // The reader gets this error from `next`. Before the first `next`, the error would have no listener and end the process.
    response.on('error', () => undefined);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws Error when the connection breaks, when no bytes come for `stallMs`, and when the time for the whole file is over */
  async next(): Promise<IteratorResult<Uint8Array>> {
    const timer = setTimeout(() => {
      this.response.destroy(new Error(`no bytes came for ${this.stallMs} ms`));
    }, this.stallMs);
    try {
      return await this.chunks.next();
    } finally {
      clearTimeout(timer);
    }
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    this.response.destroy();
    return Promise.resolve({ done: true, value: undefined });
  }
}

export interface TwilioMediaOptions {
  readonly accountSid: string;
  readonly authToken: string;
  /** the address of the provider's API, without a slash at the end */
  readonly baseUrl: string;
  /** milliseconds from the look-up of a name to the head of an answer; default 10 s */
  readonly headMs?: number;
  /** the longest wait for more bytes, in milliseconds; default 30 s */
  readonly stallMs?: number;
  /** milliseconds for the whole file; default 15 minutes */
  readonly wholeMs?: number;
  /** tells whether an address that the API redirects to is one of the provider's file hosts; default `isFileHost` */
  readonly isFileHost?: (url: URL) => boolean;
  /** certificates of authorities that are trusted instead of the system's, in PEM */
  readonly ca?: string;
}

const MOST_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** No file comes now. The message is a sentence. */
class NoFile extends Error {}

/** Twilio’s API does not accept the credentials. */
class CredentialsRefused extends Error {}

/** Fetches recordings and attachments from Twilio's API and from the hosts where it keeps files, and from nowhere else. */
export class TwilioMediaSource extends MediaSource {
  private readonly options: Required<Omit<TwilioMediaOptions, 'ca'>>;
  private readonly agents: { readonly http: http.Agent; readonly https: https.Agent };

  constructor({ ca, ...options }: TwilioMediaOptions) {
    super();
    this.options = { headMs: 10_000, stallMs: 30_000, wholeMs: 15 * 60_000, isFileHost, ...options };
    this.agents = { http: new http.Agent({ keepAlive: false }), https: new https.Agent({ keepAlive: false, ca }) };
  }

  override async open({ source }: SourceFile): Promise<OpenedFile> {
    const { accountSid, baseUrl, wholeMs } = this.options;
    const path = source === null ? null : filePathOf(source, accountSid);
    if (path === null) return { outcome: 'never', reason: 'The address is not one of the provider’s files.' };
    const signal = AbortSignal.timeout(wholeMs);
    try {
      return this.opened(await this.follow(new URL(baseUrl + path), signal));
    } catch (error) {
      if (error instanceof CredentialsRefused) return { outcome: 'refused', refusal: refusalOf('20003') };
      const told =
        error instanceof NoFile ? error.message : `No answer came: ${[systemCodeOf(error), messageOf(error)].join(' ')}`;
      return { outcome: 'not_now', reason: told };
    }
  }

  /** Asks for a file, also where the answer redirects to. @throws NoFile when it redirects to a stranger, or too often; CredentialsRefused */
  private async follow(from: URL, signal: AbortSignal): Promise<IncomingMessage> {
    let url = from;
    for (let asked = 0; asked <= MOST_REDIRECTS; asked += 1) {
      const response = await this.get(url, signal);
      if (response.statusCode === 401 && this.isApi(url)) {
        response.destroy();
        throw new CredentialsRefused();
      }
      if (!REDIRECTS.has(response.statusCode ?? 0)) return response;
      response.destroy();
      url = this.targetOf(response.headers.location, url);
    }
    throw new NoFile(`The provider redirected more than ${MOST_REDIRECTS} times.`);
  }

  private targetOf(location: string | undefined, from: URL): URL {
    const target = location !== undefined && URL.canParse(location, from.href) ? new URL(location, from) : null;
    const isOurs =
      target !== null && target.username + target.password === '' && (this.isApi(target) || this.options.isFileHost(target));
    if (!isOurs) throw new NoFile('The provider redirected to an address that is not its own.');
    return target;
  }

  private isApi({ origin }: URL): boolean {
    return origin === new URL(this.options.baseUrl).origin;
  }

  /** Resolves with the head of the answer. Only the API itself gets the credentials. */
  private get(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const { accountSid, authToken, headMs } = this.options;
    const [protocol, agent] = url.protocol === 'https:' ? [https, this.agents.https] : [http, this.agents.http];
    const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
    const headers = { 'accept-encoding': 'identity', ...(this.isApi(url) && { authorization }) };
    return new Promise((resolve, reject) => {
      const request = protocol.get(url, { headers, agent, signal });
      const timer = setTimeout(() => request.destroy(new NoFile('No answer came in time.')), headMs);
      request.once('response', resolve);
      request.once('response', () => {
        clearTimeout(timer);
      });
      request.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
    });
  }

  private opened(response: IncomingMessage): OpenedFile {
    const { statusCode, headers } = response;
    const coding = headers['content-encoding'] ?? 'identity';
    if (statusCode !== 200 || coding !== 'identity') {
      response.destroy();
      throw new NoFile(
        statusCode === 200 ? `The provider sent the file as ${coding}.` : `The provider answered ${statusCode ?? 0}.`,
      );
    }
    const length = headers['content-length'];
    const content = new FileBody(response, this.options.stallMs);
    return { outcome: 'opened', bytes: length === undefined ? null : Number(length), content };
  }
}
