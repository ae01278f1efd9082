import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { writeWhole } from '../../adapters/files/replaceable-file.js';
import { textLines } from '../../adapters/files/text-lines.js';
import { systemCodeOf } from '../../adapters/system-errors.js';
import type { Instant } from '../../domain/shared/instant.js';

/** The first line of an archive: what it has, and where that comes from. */
export interface ArchiveHead {
  readonly archive: 'shop' | 'customer';
  readonly format: number;
  readonly release: string;
  readonly migrations: readonly string[];
  /** the moment whose state this is */
  readonly moment: Instant;
  readonly shop: { readonly id: string; readonly name: string };
  /** null: it has the whole shop */
  readonly customer: string | null;
  /** the tables and columns of its rows */
  readonly tables: Readonly<Record<string, readonly string[]>>;
}

/** One of the lines between the first and the last: a row of a table, or a part of a file. */
export interface ArchiveLine {
  /** the name of the table, or `files` */
  readonly kind: string;
  readonly row?: object;
  /** the id of the file */
  readonly id?: string;
  /** the part of the file, in base64 */
  readonly part?: string;
}

export interface KindSum {
  readonly lines: number;
  readonly sha256: string;
}

/** The last line: the number of the lines of each kind with their SHA-256, and that of all lines before this one. */
export interface ArchiveEnd {
  readonly kinds: Readonly<Record<string, KindSum>>;
  readonly sha256: string;
}

export interface OpenArchive {
  readonly head: ArchiveHead;
  /** each line with its text; the last line is read, compared, and not among them */
  readonly lines: AsyncGenerator<ArchiveLine & { readonly text: string }>;
}

export const FORMAT = 1;
export const FILES = 'files';

/** A stronger compression takes several times as long, for a tenth of the size. */
const LEVEL = 3;
/** A row may have a long transcript; nothing that an archive has comes near to it. */
const LONGEST_LINE = 256 * 1024 * 1024;

export class DamagedArchive extends Error {
  constructor(options?: ErrorOptions) {
    super('it is no archive, or it was cut off or changed', options);
  }
}

interface Adding {
  lines: number;
  readonly hash: Hash;
}

function sumOfKind([kind, { lines, hash }]: readonly [string, Adding]): [string, KindSum] {
  return [kind, { lines, sha256: hash.digest('hex') }];
}

/** Adds up the lines that go by. */
class Sums {
  private readonly all = createHash('sha256');
  private readonly kinds = new Map<string, Adding>();
  private ended: ArchiveEnd | null = null;

  add(kind: string | null, text: string): void {
    const line = `${text}\n`;
    this.all.update(line);
    if (kind === null) return;
    const sum = this.kinds.get(kind) ?? { lines: 0, hash: createHash('sha256') };
    sum.lines += 1;
    sum.hash.update(line);
    this.kinds.set(kind, sum);
  }

  /** May be asked at the end. */
  end(): ArchiveEnd {
    this.ended ??= { kinds: Object.fromEntries([...this.kinds].map(sumOfKind)), sha256: this.all.digest('hex') };
    return this.ended;
  }
}

/** Writes an archive whole or not at all, and returns its last line. @param lines each with its kind, as JSON */
export async function writeArchive(
  path: string,
  head: ArchiveHead,
  lines: AsyncIterable<readonly [kind: string, json: string]>,
  stopping?: AbortSignal,
): Promise<ArchiveEnd> {
  const sums = new Sums();
  const text = async function* (): AsyncGenerator<string> {
    const first = JSON.stringify(head);
    sums.add(null, first);
    yield `${first}\n`;
    for await (const [kind, json] of lines) {
      sums.add(kind, json);
      yield `${json}\n`;
    }
    yield `${JSON.stringify({ end: sums.end() })}\n`;
  };
  const packed = createGzip({ level: LEVEL });
  pipeline(Readable.from(text()), packed, () => undefined); // who reads `packed` gets its error
  await writeWhole(path, packed as AsyncIterable<Buffer>, stopping); // safe: zlib makes buffers
  return sums.end();
}

/** Opens an archive. @throws DamagedArchive, also at the end of its lines */
export async function openArchive(path: string): Promise<OpenArchive> {
  const texts = textsOf(path);
  const first = await texts.next();
  if (first.done === true) throw new DamagedArchive();
  const head: Partial<ArchiveHead> | null = parsed(first.value); // the sums tell whether it is one
  if (!isHead(head)) throw new DamagedArchive();
  if (head.format !== FORMAT) throw new Error(`it has the format ${head.format}, which only a newer release knows`);
  return { head, lines: linesOf(first.value, texts) };
}

async function* linesOf(first: string, texts: AsyncIterable<string>): OpenArchive['lines'] {
  const sums = new Sums();
  sums.add(null, first);
  let end: ArchiveEnd | null = null;
  for await (const text of texts) {
    const line = parsed(text) as ArchiveLine | { readonly end: ArchiveEnd } | null; // the sums tell whether it is one
    if (!line || end) throw new DamagedArchive();
    if ('end' in line) ({ end } = line);
    else {
      sums.add(line.kind, text);
      yield { ...line, text };
    }
  }
  if (!end || JSON.stringify(sums.end()) !== JSON.stringify(end)) throw new DamagedArchive();
}

async function* textsOf(path: string): AsyncGenerator<string> {
  const unzipped = createGunzip();
  pipeline(createReadStream(path), unzipped, () => undefined); // who reads `unzipped` gets its error
  try {
    const chunks = unzipped as AsyncIterable<Buffer>; // safe: zlib makes buffers
    for await (const lines of textLines(chunks, { offset: 0, line: 1 }, { longest: LONGEST_LINE }))
      for (const { bytes } of lines) yield String(bytes);
  } catch (error) {
    if (systemCodeOf(error).startsWith('Z_')) throw new DamagedArchive({ cause: error });
    throw error;
  }
}

function isHead(head: Partial<ArchiveHead> | null): head is ArchiveHead {
  return head?.archive !== undefined;
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
