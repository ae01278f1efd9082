import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/**
 * The answer to a request for a file. `whole`: with its length · `chunked`: without it · `break`: half of it, then the connection is
 * reset · `stall`: half of it, then nothing · `silent`: no answer at all · `endless`: a stream that has no end · `drip`: slowly, but
 * all of it · `status`: no file · `redirect`: to a location · `announced`: only the first bytes of a file with this length
 */
export type FilePlay =
  | 'whole'
  | 'chunked'
  | 'break'
  | 'stall'
  | 'silent'
  | 'endless'
  | 'drip'
  | { readonly status: number }
  | { readonly redirect: string; readonly status?: number }
  | { readonly announced: number };

interface KeptFile {
  readonly content: Uint8Array;
  readonly plays: FilePlay[];
}

const DRIP_BYTES = 400;
const DRIP_MS = 5;
const MOMENT_MS = 15;

/** The recordings and attachments of a `FakeTwilio`. */
export class FakeTwilioFiles {
  private readonly files = new Map<string, KeptFile>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly answers = new Set<ServerResponse>();
  /** the number of answers that were begun */
  asked = 0;

  constructor(private readonly account: string) {}

  /** the number of answers whose connection is open */
  get open(): number {
    return this.answers.size;
  }

  /** Closes all connections on which something is being sent. */
  cut(): void {
    for (const response of this.answers) response.destroy();
  }

  /** Keeps a recording. @returns the path of its address @param plays the answers in their order; the last one stays */
  recording(content: Uint8Array, ...plays: readonly FilePlay[]): string {
    const path = `/2010-04-01/Accounts/${this.account}/Recordings/${sid('RE')}`;
    this.put(`${path}.wav`, content, plays);
    return path;
  }

  /** Keeps an attachment of a message. @returns the path of its address */
  attachment(message: string, content: Uint8Array, ...plays: readonly FilePlay[]): string {
    const path = `/2010-04-01/Accounts/${this.account}/Messages/${message}/Media/${sid('ME')}`;
    this.put(path, content, plays);
    return path;
  }

  put(path: string, content: Uint8Array, plays: readonly FilePlay[]): void {
    this.files.set(path, { content, plays: plays.length === 0 ? ['whole'] : [...plays] });
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  serve(path: string, response: ServerResponse): void {
    const { content, plays } = this.files.get(path) ?? { content: new Uint8Array(), plays: [{ status: 404 }] };
    const [play = 'whole'] = plays.length > 1 ? plays.splice(0, 1) : plays;
    this.asked += 1;
    this.answers.add(response);
    response.once('close', () => {
      this.answers.delete(response);
    });
    response.on('error', () => undefined);
    if (typeof play === 'object') this.refuse(play, content, response);
    else this.send(play, content, response);
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  private refuse(play: Extract<FilePlay, object>, content: Uint8Array, response: ServerResponse): void {
    if ('redirect' in play) response.writeHead(play.status ?? 307, { location: play.redirect }).end();
    else if ('status' in play) response.writeHead(play.status, { 'content-type': 'text/html' }).end('<html>no</html>');
    else response.writeHead(200, { 'content-length': play.announced }).write(content);
  }

  private send(play: Extract<FilePlay, string>, content: Uint8Array, response: ServerResponse): void {
    if (play === 'silent') return;
    const length = { 'content-length': content.byteLength };
    const half = content.subarray(0, content.byteLength / 2);
    response.writeHead(200, play === 'chunked' || play === 'endless' ? {} : length);
    if (play === 'whole' || play === 'chunked') response.end(content);
    else if (play === 'drip') this.drip(content, response);
    else if (play === 'endless') this.repeat(() => response.write(content), MOMENT_MS);
    else {
      response.write(half);
      // The half must be sent before the reset, which throws away what was not.
      if (play === 'break') setTimeout(() => response.socket?.resetAndDestroy(), MOMENT_MS);
    }
  }

  private drip(content: Uint8Array, response: ServerResponse): void {
    let sent = 0;
    const timer = this.repeat(() => {
      response.write(content.subarray(sent, sent + DRIP_BYTES));
      sent += DRIP_BYTES;
      if (sent < content.byteLength) return;
      clearInterval(timer);
      response.end();
    }, DRIP_MS);
    response.once('close', () => {
      clearInterval(timer);
    });
  }

  private repeat(work: () => void, everyMs: number): NodeJS.Timeout {
    const timer = setInterval(work, everyMs);
    this.timers.add(timer);
    return timer;
  }
}

function sid(kind: string): string {
  return kind + randomBytes(16).toString('hex');
}
