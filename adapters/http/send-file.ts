import type { BytePart, FileStorage, StoredFile } from '../../application/areas/media/file-storage.js';
import { InvalidRequest, NotFound, Unavailable } from '../../domain/shared/errors.js';
import { matchesEtag, matchesStrongly, sendHead, sendNothing, setHeaders, type Headers } from './answer.js';
import { readRange, type RangeAnswer } from './byte-ranges.js';
import { fileBody, lengthOf, type Piece } from './file-body.js';
import { PreconditionFailed, RangeNotSatisfiable } from './gates.js';
import type { Request, Response } from './locals.js';
import { discard, sendBody, type Content } from './send-body.js';

/** The headers of every answer with a file. The type of a file is what its own bytes show, and no browser may guess another one. */
const FILE_HEADERS: Headers = { 'accept-ranges': 'bytes', 'content-disposition': 'inline', 'x-content-type-options': 'nosniff' };

/** Sends stored files, with conditions and ranges (RFC 9110 §13, §14). */
export class FileSender {
  /** @param onFault called when the storage fails after the head of an answer was sent */
  constructor(
    private readonly storage: FileStorage,
    private readonly onFault: (error: unknown, requestId: string) => void,
  ) {}

  /**
   * Answers a GET or a HEAD with a file. Resolves when the head is sent. The body then goes out at the pace of the client, and the
   * request is not work in progress any more.
   * @param headers more headers of the answer, such as `cache-control`
   * @throws NotFound when the storage does not have the file; Unavailable when it cannot be reached; RangeNotSatisfiable;
   * PreconditionFailed
   */
  async send(request: Request, response: Response, file: StoredFile, headers: Headers): Promise<void> {
    const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers;
    const etag = etagOf(file);
    if (ifMatch !== undefined && !matchesStrongly(ifMatch, etag)) throw new PreconditionFailed('file');
    const described = { ...FILE_HEADERS, ...headers, etag };
    if (matchesEtag(ifNoneMatch, etag)) {
      setHeaders(response, described);
      sendNothing(response, 304);
      return;
    }
    const body = fileBody(file, wantedOf(request, file));
    await frontOfLine(request, response);
    const first = await this.open(file, request.method === 'HEAD' ? null : (body.pieces.find(isOfFile) ?? null));
    if (!first) throw new NotFound('file');
    if (response.headersSent) {
      await discard(first); // the request was answered before, when its time was over
      return;
    }
    setHeaders(response, { ...described, ...body.headers });
    sendHead(response, body.status);
    const content = this.contentOf(file, body.pieces, first);
    if (request.method !== 'HEAD') {
      void this.sendContent(response, content);
      return;
    }
    response.end();
    await discard(content);
  }

  /** Sends the body. It goes on after the request counts as answered, so its failure is told here. */
  private async sendContent(response: Response, content: Content): Promise<void> {
    try {
      await sendBody(response, content);
    } catch (error) {
      this.onFault(error, response.locals.requestId);
    }
  }

  private async open({ shop, id }: StoredFile, part: BytePart | null): Promise<Content | null> {
    try {
      return await (part ? this.storage.read(shop, id, part) : this.storage.read(shop, id));
    } catch (error) {
      throw new Unavailable({ cause: error }, 'try again shortly', 'the service cannot reach the storage of recordings');
    }
  }

  /** @param first the content of the first part, which is open already */
  private async *contentOf(file: StoredFile, pieces: readonly Piece[], first: Content): Content {
    let unread: Content | null = first;
    try {
      for (const piece of pieces) {
        if (piece instanceof Uint8Array) {
          yield piece;
          continue;
        }
        const content = unread ?? (await this.open(file, piece));
        unread = null;
        if (!content) throw new Error('a file was deleted while it was sent');
        yield* exactly(content, piece ? lengthOf(piece) : file.bytes);
      }
    } finally {
      if (unread) await discard(unread);
    }
  }
}

/**
 * Waits until all earlier answers on the connection are sent. A client may send requests before it has the answers to earlier
 * ones, and an answer that waits for another one should hold no open file. While it waits, the request is not in flight.
 * @throws InvalidRequest when the connection is closed; Overloaded when too many other requests have begun meanwhile
 */
export async function frontOfLine(request: Request, response: Response): Promise<void> {
  const isFirst = (): boolean => response.socket !== null;
  if (isFirst()) return;
  const { work } = response.locals;
  work?.pause();
  await new Promise<void>((resolve) => {
    response.once('socket', resolve); // Node gives an answer the socket when it is the first of its connection
    request.once('close', resolve);
  });
  if (!isFirst()) throw new InvalidRequest('the client closed the connection');
  work?.resume();
}

/** A file never changes, so its id is a strong validator. */
function etagOf({ id }: StoredFile): string {
  return `"${id}"`;
}

/**
 * The bytes that the request wants. Only a GET can ask for a part. With `If-Range`, it gets the part only if it has this very
 * file; a date never says that (RFC 9110 §13.1.5), because files have no dates.
 */
function wantedOf({ method, headers }: Request, file: StoredFile): Exclude<RangeAnswer, 'unsatisfiable'> {
  const { range, 'if-range': ifRange } = headers;
  if (method !== 'GET' || range === undefined) return 'whole';
  if (ifRange !== undefined && ifRange !== etagOf(file)) return 'whole';
  const answer = readRange(range, file.bytes);
  if (answer === 'unsatisfiable') throw new RangeNotSatisfiable(file.bytes);
  return answer;
}

function isOfFile(piece: Piece): piece is BytePart {
  return piece !== null && !(piece instanceof Uint8Array);
}

/** @throws Error when the content is longer or shorter than the head of the answer says */
async function* exactly(content: Content, bytes: number): Content {
  let left = bytes;
  for await (const chunk of content) {
    left -= chunk.length;
    if (left < 0) break;
    yield chunk;
  }
  if (left !== 0) throw new Error('the storage has another length of a file than the database');
}
