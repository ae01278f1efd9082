import type { ImportPosition } from '../../application/transfer/import-source.js';

/** One line of a file as its bytes, without the byte that ends it. The `\r` of a line that ends with `\r\n` is kept. */
export interface TextLine {
  /** only the beginning of the line when it is too long */
  readonly bytes: Buffer;
  readonly isTooLong: boolean;
  /** the line's number, from 1 */
  readonly line: number;
  /** the position of the next line */
  readonly next: ImportPosition;
}

/** The largest number of bytes in a line. Any real record is far shorter, and the memory of a process is far larger. */
export const LONGEST_LINE = 4 * 1024 * 1024;
/** At most this many bytes of a line that is too long are kept. They show if the line is a comment. */
const KEPT = 256;
const NEW_LINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The byte that ends a file's lines, taken from its first line. Old spreadsheets end lines with a carriage return only. */
export async function lineEndOf(chunks: AsyncIterable<Buffer>): Promise<number> {
  let hasReturn = false;
  for await (const chunk of chunks) {
    for (const byte of chunk) {
      if (byte === NEW_LINE) return NEW_LINE;
      if (byte === CARRIAGE_RETURN) hasReturn = true;
      else if (hasReturn) return CARRIAGE_RETURN;
    }
  }
  return NEW_LINE;
}

/** Returns the lines of each chunk. When a line is longer than `longest`, only its beginning is kept and returned. */
export async function* textLines(
  chunks: AsyncIterable<Buffer>,
  from: ImportPosition,
  { longest = LONGEST_LINE, lineEnd = NEW_LINE }: { readonly longest?: number; readonly lineEnd?: number } = {},
): AsyncGenerator<TextLine[]> {
  let { offset, line } = from;
  let rest = new Rest(longest);
  for await (const chunk of chunks) {
    const lines: TextLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, start)) {
      offset += end + 1 - start;
      lines.push(rest.completed(chunk.subarray(start, end), line, { offset, line: line + 1 }));
      if (!rest.isEmpty) rest = new Rest(longest);
      start = end + 1;
      line += 1;
    }
    rest.add(chunk.subarray(start));
    offset += chunk.length - start;
    if (lines.length > 0) yield lines;
  }
  if (!rest.isEmpty) yield [rest.completed(Buffer.alloc(0), line, { offset, line: line + 1 })];
}

/** The beginning of a line that continues in a later chunk. */
class Rest {
  private readonly parts: Buffer[] = [];
  private length = 0;

  constructor(private readonly longest: number) {}

  get isEmpty(): boolean {
    return this.length === 0;
  }

  add(part: Buffer): void {
    if (part.length === 0) return;
    this.length += part.length;
    if (this.length <= this.longest) this.parts.push(part);
    else if (this.parts.length > 1 || (this.parts[0]?.length ?? 0) > KEPT) this.forget();
    else if (this.parts.length === 0) this.parts.push(Buffer.from(part.subarray(0, KEPT)));
  }

  completed(end: Buffer, line: number, next: ImportPosition): TextLine {
    if (this.isEmpty && end.length <= this.longest) return { bytes: end, isTooLong: false, line, next };
    this.add(end);
    const isTooLong = this.length > this.longest;
    return { bytes: Buffer.concat(this.parts), isTooLong, line, next };
  }

  private forget(): void {
    const kept = Buffer.from(Buffer.concat(this.parts).subarray(0, KEPT));
    this.parts.splice(0, this.parts.length, kept);
  }
}
