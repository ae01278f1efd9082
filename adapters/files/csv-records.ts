import { parse } from 'csv-parse/sync';
import type { RowPlace, SourceRow } from '../../application/transfer/import-source.js';
import { badLine, inMegabytes, isBlank, lineProblem } from './file-problems.js';
import { LONGEST_LINE, type TextLine } from './text-lines.js';

/** The cells of a record and its place in the file, or the problem at that place. */
export type CsvRecord = (RowPlace & { readonly cells: readonly string[] }) | Extract<SourceRow, { problem: unknown }>;

const QUOTE = 0x22;
const CARRIAGE_RETURN = 0x0d;
const NEW_LINE = Buffer.from('\n');
/**
 * The library csv-parse finds the end of a record by this byte, which occurs in no UTF-8 text. So a cell can contain line breaks
 * of every kind.
 */
const RECORD_END = Buffer.from([0xff]);
/** The largest number of bytes in a record of several lines. In a longer record, the open quote counts as never closed. */
const LONGEST_RECORD = 1024 * 1024;

/**
 * Joins lines into records: a line that ends within quotes continues in the next line. The library csv-parse then reads the cells
 * of the records. When a record is broken, only its first line is reported and left out; the lines after it are read as if that
 * line were absent. Even when many records are broken, each line is read only a few times.
 */
export class CsvRecords {
  private records: (CsvRecord | TextLine)[] = [];
  /** lines of a record whose quotes are still open */
  private open: TextLine[] = [];
  private openBytes = 0;

  add(line: TextLine): void {
    if (this.open.length > 0) this.continue(line);
    else if (!isBlank(line)) this.begin(line);
  }

  /** Removes all complete records from this object, and returns them. */
  taken(): CsvRecord[] {
    const { records } = this;
    this.records = [];
    return withCells(records);
  }

  end(): void {
    while (this.open.length > 0) this.giveUp(UNCLOSED);
  }

  private begin(line: TextLine): void {
    const problem = lineProblem(line, inMegabytes(LONGEST_LINE));
    if (problem) this.pushBad(problem);
    else if (line.bytes.includes(QUOTE)) this.beginQuoted(line);
    else this.records.push(plain(line));
  }

  private beginQuoted(line: TextLine): void {
    const record = withoutReturn(line);
    const damage = quoteProblem(record.bytes);
    if (damage === UNCLOSED) this.hold(line);
    else if (damage) this.pushBad(badLine(line, damage, line.bytes.toString()));
    else this.records.push(record);
  }

  private continue(line: TextLine): void {
    this.hold(line);
    if (line.isTooLong || this.openBytes > LONGEST_RECORD)
      this.giveUp('a quoted cell begins here, but its closing quote is missing');
    else if (hasOpenQuote(line)) this.close();
  }

  private hold(line: TextLine): void {
    this.open.push(line);
    this.openBytes += line.bytes.length;
  }

  private close(): void {
    const [first] = this.open;
    const last = this.open.at(-1);
    if (!first || !last) return;
    const bytes = Buffer.concat(this.open.flatMap((line) => [line.bytes, NEW_LINE])).subarray(0, -1);
    const record = withoutReturn({ ...first, bytes, next: last.next });
    const damaged = this.open.find((line) => lineProblem(line, '') !== null);
    const damage = damaged ? `its line ${damaged.line} is not UTF-8` : quoteProblem(record.bytes);
    if (damage) {
      this.giveUp(damage);
      return;
    }
    this.records.push(record);
    this.open = [];
    this.openBytes = 0;
  }

  /** Reports the first line of the open record as bad, and reads its other lines again, as if that line were absent. */
  private giveUp(reason: string): void {
    const [first, ...others] = this.open;
    this.open = [];
    this.openBytes = 0;
    if (!first) return;
    this.pushBad(badLine(first, reason, first.bytes.toString()));
    for (const line of others) this.add(line);
  }

  private pushBad(row: SourceRow): void {
    this.records.push(row as CsvRecord); // a row with a problem is a CsvRecord
  }
}

function hasOpenQuote({ bytes }: TextLine): boolean {
  let open = false;
  for (let at = bytes.indexOf(QUOTE); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) open = !open;
  return open;
}

function withoutReturn(line: TextLine): TextLine {
  return line.bytes.at(-1) === CARRIAGE_RETURN ? { ...line, bytes: line.bytes.subarray(0, -1) } : line;
}

/**
 * The record of a line without quotes: the line is split at its commas. Most lines have no quotes, and the library's parser would
 * cost ten times as much.
 */
function plain(record: TextLine): CsvRecord {
  const { bytes, line, next } = withoutReturn(record);
  return { line, next, cells: bytes.toString().split(',') };
}

/**
 * Replaces each record with quotes by its cells. The library parses all these records in one call, because setting up the library
 * costs more than reading one record.
 */
function withCells(records: readonly (CsvRecord | TextLine)[]): CsvRecord[] {
  const quoted = records.flatMap((record) => ('bytes' in record ? [record.bytes, RECORD_END] : []));
  if (quoted.length === 0) return records as CsvRecord[]; // no element is a TextLine
  const cells = parse(Buffer.concat(quoted), { record_delimiter: RECORD_END, relax_column_count: true }).values();
  return records.map((record) =>
    'bytes' in record ? { line: record.line, next: record.next, cells: cells.next().value ?? [] } : record,
  );
}

const UNCLOSED = 'a quoted cell has no closing quote';
const AFTER = 'a quoted cell has text after its closing quote; write a quote inside of a cell twice';
const STRAY = 'a cell has a quote inside but does not begin with a quote';

/**
 * Returns the reason why the library would refuse a record. Null: the library can read it. A refusal by the library itself costs
 * a hundred times as much as reading a record, and a file may have a bad record in every line.
 */
function quoteProblem(bytes: Buffer): string | null {
  const text = bytes.toString('latin1'); // one character for each byte
  let quote = text.indexOf('"');
  // `at` moves from the beginning of one cell to the next. Each quote is searched for only once.
  for (let at = 0; quote !== -1; at += 1) {
    if (quote === at) {
      at = closingQuote(text, at) + 1;
      if (at === 0) return UNCLOSED;
      if (at < text.length && text[at] !== ',') return AFTER;
      quote = text.indexOf('"', at);
    } else {
      at = text.indexOf(',', at);
      if (at === -1 || at > quote) return STRAY;
    }
  }
  return null;
}

/** Returns the place of the closing quote. -1: the quote is never closed. A doubled quote is part of the cell. */
function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
