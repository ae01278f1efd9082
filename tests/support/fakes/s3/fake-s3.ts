import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { faultOf, type S3Key } from './s3-signature.js';

/** An answer of the interface: an error with S3's code, or a success. */
type Answer =
  | { readonly fault: string; readonly status: number }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: Buffer | string };

interface Request {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly range: string | undefined;
  readonly body: Buffer;
}

const STATUS: Readonly<Record<string, number>> = { XAmzContentSHA256Mismatch: 400, AuthorizationHeaderMalformed: 400 };
const SMALLEST_PART = 5 * 1024 * 1024;

const fault = (code: string, status: number): Answer => ({ fault: code, status });
const xml = (root: string, content: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${content}</${root}>`,
});
const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

/** A server on this machine that speaks the part of S3's interface that the service uses, with one bucket, and checks signatures. */
export class FakeS3 {
  readonly bucket = 'recordings-of-tests';
  readonly key: S3Key = { id: 'AKIAEXAMPLE', secret: 'a+secret/of=the+tests', region: 'ca-central-1' };
  readonly objects = new Map<string, Buffer>();
  /** the parts of the uploads that are neither complete nor aborted */
  readonly uploads = new Map<string, Map<number, Buffer>>();
  private readonly left = new Map<string, { readonly key: string; readonly at: string }>();
  /** the method and the path of each request with a right signature, in the order of arrival */
  readonly requests: string[] = [];
  /** the codes of the signatures that were refused */
  readonly refused: string[] = [];
  /** Gives the error that a request gets; null: none. Its argument is an element of `requests`. A test can change it at any time. */
  fail: (request: string) => { readonly code: string; readonly status: number } | null = () => null;
  /** the number of bytes after which an answer with an object breaks off; null: it does not */
  cutAt: number | null = null;
  /** the most keys in one answer to a list */
  pageSize = 1000;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void this.answer(request, response);
    });
  }

  /** the connections over which an answer is still going out, or a request coming in */
  async connections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.getConnections((error, count) => {
        if (error) reject(error);
        else resolve(count);
      });
    });
  }

  /** An upload that somebody began and never ended. @returns its id */
  leaveUpload(key: string, at: string): string {
    const id = randomUUID();
    this.uploads.set(id, new Map());
    this.left.set(id, { key, at });
    return id;
  }

  /** @returns the server's address */
  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: target = '', headers } = incoming;
    const body = await buffer(incoming);
    const wrong = faultOf({ method, target, headers, body }, this.key);
    if (wrong !== null) this.refused.push(wrong);
    else this.requests.push(`${method} ${target}`);
    const answer = wrong === null ? this.answerTo(method, target, headers.range, body) : fault(wrong, STATUS[wrong] ?? 403);
    const content = 'fault' in answer ? `<Error><Code>${answer.fault}</Code><Message>no</Message></Error>` : (answer.body ?? '');
    response.writeHead(answer.status, {
      ...('fault' in answer ? {} : answer.headers),
      'content-length': Buffer.byteLength(content),
    });
    if (this.cutAt === null || typeof content === 'string') response.end(content);
    else response.write(content.subarray(0, this.cutAt), () => response.destroy());
  }

  private answerTo(method: string, target: string, range: string | undefined, body: Buffer): Answer {
    const { pathname, searchParams: query } = new URL(target, 'http://server');
    const [, bucket, ...rest] = decodeURIComponent(pathname).split('/');
    const failure = this.fail(`${method} ${target}`);
    if (failure) return fault(failure.code, failure.status);
    if (bucket !== this.bucket) return fault('NoSuchBucket', 404);
    const request = { method, key: rest.join('/'), query, range, body };
    if (request.key === '' && query.has('uploads')) return this.listUploads(query);
    if (request.key === '') return this.list(query);
    return query.has('uploads') || query.has('uploadId') ? this.answerInParts(request) : this.answerWhole(request);
  }

  private answerWhole({ method, key, range, body }: Request): Answer {
    if (method === 'PUT') {
      this.objects.set(key, body);
      return { status: 200, headers: { etag: etagOf(body) } };
    }
    if (method === 'DELETE') {
      this.objects.delete(key);
      return { status: 204 };
    }
    const object = this.objects.get(key);
    if (!object) return fault('NoSuchKey', 404);
    if (range === undefined) return { status: 200, headers: { etag: etagOf(object) }, body: object };
    const [, first = '', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    if (first === '' || Number(first) >= object.length) return fault('InvalidRange', 416);
    return { status: 206, headers: { etag: etagOf(object) }, body: object.subarray(Number(first), Number(last) + 1) };
  }

  private answerInParts({ method, key, query, body }: Request): Answer {
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID();
      this.uploads.set(id, new Map());
      return xml('InitiateMultipartUploadResult', `<Key>${key}</Key><UploadId>${id}</UploadId>`);
    }
    const id = query.get('uploadId') ?? '';
    const parts = this.uploads.get(id);
    if (!parts) return fault('NoSuchUpload', 404);
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body);
      return { status: 200, headers: { etag: etagOf(body) } };
    }
    if (method === 'POST') return this.complete(key, id, parts, String(body));
    this.uploads.delete(id);
    return { status: 204 };
  }

  private complete(key: string, id: string, parts: ReadonlyMap<number, Buffer>, listed: string): Answer {
    const numbers = [...listed.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number));
    const chosen = numbers.map((number) => parts.get(number));
    const there = chosen.filter((part) => part !== undefined);
    const tags = there.map((part) => etagOf(part).replaceAll('"', ''));
    if (there.length < chosen.length || !tags.every((tag) => listed.includes(tag))) return fault('InvalidPart', 400);
    if (there.slice(0, -1).some(({ length }) => length < SMALLEST_PART)) return fault('EntityTooSmall', 400);
    this.objects.set(key, Buffer.concat(there));
    this.uploads.delete(id);
    return xml('CompleteMultipartUploadResult', `<Key>${key}</Key>`);
  }

  /** One upload a page, in the order of keys and ids. */
  private listUploads(query: URLSearchParams): Answer {
    const after = `${query.get('key-marker') ?? ''} ${query.get('upload-id-marker') ?? ''}`;
    const open = [...this.left]
      .filter(([id, { key }]) => this.uploads.has(id) && key.startsWith(query.get('prefix') ?? ''))
      .map(([id, { key, at }]) => ({ id, key, at, place: `${key} ${id}` }))
      .filter(({ place }) => place > after)
      .sort((one, other) => (one.place < other.place ? -1 : 1));
    const [first, ...more] = open;
    const upload =
      first && `<Upload><Key>${first.key}</Key><UploadId>${first.id}</UploadId><Initiated>${first.at}</Initiated></Upload>`;
    const next = first && `<NextKeyMarker>${first.key}</NextKeyMarker><NextUploadIdMarker>${first.id}</NextUploadIdMarker>`;
    return xml('ListMultipartUploadsResult', `<IsTruncated>${more.length > 0}</IsTruncated>${next ?? ''}${upload ?? ''}`);
  }

  private list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const size = Math.min(this.pageSize, Number(query.get('max-keys') ?? this.pageSize));
    const end = query.get('delimiter') ?? null;
    // With a delimiter, all keys of a folder are one entry, which ends with the delimiter.
    const entryOf = (key: string): string => {
      const at = end === null ? -1 : key.indexOf(end, prefix.length);
      return at === -1 ? key : key.slice(0, at + 1);
    };
    const found = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).map(entryOf);
    const keys = [...new Set(found)].filter((key) => key > after).sort();
    const page = keys.slice(0, size);
    const next = keys.length > size ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const isFolder = (key: string): boolean => end !== null && key.endsWith(end);
    const contents = page
      .map((key) =>
        isFolder(key) ? `<CommonPrefixes><Prefix>${key}</Prefix></CommonPrefixes>` : `<Contents><Key>${key}</Key></Contents>`,
      )
      .join('');
    return xml('ListBucketResult', `<IsTruncated>${keys.length > size}</IsTruncated>${next}${contents}`);
  }
}
