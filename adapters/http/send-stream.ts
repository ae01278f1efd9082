import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Stream, StreamMedia } from '../../application/kernel/operation/output.js';
import { ShopError } from '../../domain/shared/errors.js';
import type { StreamReader, Streams } from '../load/streams.js';
import { sendHead, setHeaders } from './answer.js';
import { whenGone } from './connections.js';
import type { Request, Response } from './locals.js';
import { sendBody, type Content } from './send-body.js';

/** A client that takes nothing for so long is cut off. */
const IDLE_MS = 30_000;

/** A stream that has to end has so much time for its last bytes. */
const END_MS = 500;

/** Events would stay in the compressor. */
const EVENTS: StreamMedia = 'text/event-stream';

/** Sends streams, at the pace of their clients, until they end or their clients go or may not read any more. */
export class StreamSender {
  /** @param onFault called when a stream fails after the head of its answer was sent */
  constructor(
    private readonly streams: Readonly<Record<StreamMedia, Streams>>,
    private readonly onFault: (error: unknown, requestId: string) => void,
  ) {}

  /**
   * Begins the answer. From then on the request is not work in progress any more. The stream is closed in any case.
   * @throws RateLimited or Overloaded when too many streams are read already
   */
  async send(
    request: Request,
    response: Response,
    media: StreamMedia,
    stream: Stream<string>,
    reader: Omit<StreamReader, 'end'>,
  ): Promise<void> {
    const ended = new AbortController();
    const end = (): void => {
      ended.abort();
    };
    const leave = await this.enter(response, media, { ...reader, end }, stream);
    if (!leave) return;
    ended.signal.addEventListener('abort', () => {
      void stream.close();
      // A client that takes nothing would keep the stream, and its place, for as long as it likes.
      setTimeout(() => !response.writableFinished && response.destroy(), END_MS).unref();
    });
    const forget = whenGone(request, response)(end);
    const zips = media !== EVENTS && request.acceptsEncodings('gzip') === 'gzip';
    setHeaders(response, { ...stream.headers, 'content-type': media, ...(zips && { 'content-encoding': 'gzip' }) });
    response.vary(media === EVENTS ? 'accept' : 'accept-encoding');
    const pieces = stream.pieces(ended.signal);
    void this.sendPieces(request, response, stream, zips ? zipped(pieces) : pieces, ended.signal).finally(() => {
      forget();
      leave();
    });
  }

  /** Ends the streams of events, which have no end of their own. From now on none begins. */
  leave(): void {
    this.streams[EVENTS].leave();
  }

  /** Null: the request has its answer already, because its time was over. */
  private async enter(
    response: Response,
    media: StreamMedia,
    reader: StreamReader,
    stream: Stream<string>,
  ): Promise<(() => void) | null> {
    try {
      if (!response.headersSent) return this.streams[media].enter(reader);
    } catch (error) {
      await stream.close();
      throw error;
    }
    await stream.close();
    return null;
  }

  /** Its failure is told here, because the request counts as answered already. */
  private async sendPieces(
    request: Request,
    response: Response,
    stream: Stream<string>,
    pieces: Content<Uint8Array | string>,
    ended: AbortSignal,
  ): Promise<void> {
    sendHead(response, 200);
    try {
      if (request.method === 'HEAD') {
        await stream.close();
        response.end();
      } else {
        await sendBody(response, pieces, IDLE_MS);
      }
    } catch (error) {
      if (!ended.aborted && !(error instanceof ShopError)) this.onFault(error, response.locals.requestId);
    } finally {
      await stream.close();
    }
  }
}

function zipped(pieces: AsyncIterable<string>): Content {
  // The reader of the compressed text gets the error of either.
  return pipeline(Readable.from(pieces), createGzip(), () => undefined);
}
