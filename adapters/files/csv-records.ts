import { CsvError, parse } from 'csv-parse/sync';
import type { RowPlace, SourceRow } from '../../application/import/import-source.js';
import { badLine, inMegabytes, isBlank, lineProblem } from './file-problems.js';
import { LONGEST_LINE, type TextLine } from './text-lines.js';

/** A record's cells with its place, or what is wrong there. */
export type CsvRecord = (RowPlace & { readonly cells: readonly string[] }) | Extract<SourceRow, { problem: unknown }>;

const QUOTE = 0x22;
const CARRIAGE_RETURN = 0x0d;
const NEW_LINE = Buffer.from('\n');
/** A quoted cell over more than that is a quote that nobody closed. */
const LONGEST_RECORD = 1024 * 1024;

/**
 * Puts lines together to records, by the quotes that are open at a line's end. The library reads what stands in them. A
 * record that is broken costs its first line only: what follows is read as if that line were not there.
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

  /** All records that are complete. */
  taken(): CsvRecord[] {
    const { records } = this;
    this.records = [];
    return quotedCells(records);
  }

  end(): void {
    while (this.open.length > 0) this.giveUp(UNCLOSED);
  }

  private begin(line: TextLine): void {
    const problem = lineProblem(line, inMegabytes(LONGEST_LINE));
    if (problem) this.records.push(problem as CsvRecord); // it has a problem
    else if (!line.bytes.includes(QUOTE)) this.records.push(plain(line));
    else if (!hasOpenQuote(line)) this.records.push(line);
    else if (parsed([line]) === UNCLOSED) this.hold(line);
    else this.records.push(alone(line));
  }

  private continue(line: TextLine): void {
    this.hold(line);
    if (line.isTooLong || this.openBytes > LONGEST_RECORD) this.giveUp('a quote is opened and not closed where it should be');
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
    const place = { line: first.line, next: last.next };
    const damaged = this.open.find((line) => lineProblem(line, '') !== null);
    const cells = damaged ? null : cellsOfOne(this.open);
    if (!(cells instanceof Array)) {
      this.giveUp(cells ?? `line ${damaged?.line} of it is not UTF-8`);
      return;
    }
    this.records.push({ ...place, cells });
    this.open = [];
    this.openBytes = 0;
  }

  /** The first line is bad; the others may be records of their own. */
  private giveUp(reason: string): void {
    const [first, ...others] = this.open;
    this.open = [];
    this.openBytes = 0;
    if (!first) return;
    this.records.push(badLine(first, reason, first.bytes.toString()) as CsvRecord); // it has a problem
    for (const line of others) this.add(line);
  }
}

function hasOpenQuote({ bytes }: TextLine): boolean {
  let open = false;
  for (let at = bytes.indexOf(QUOTE); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) open = !open;
  return open;
}

/** Where nothing is quoted, there is nothing to parse: most lines of most files, at a tenth of the cost. */
function plain({ bytes, line, next }: TextLine): CsvRecord {
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  return { line, next, cells: bytes.toString('utf8', 0, end).split(',') };
}

/** One call for many lines: the library costs more to set up than to read a line. */
function quotedCells(records: readonly (CsvRecord | TextLine)[]): CsvRecord[] {
  const lines = records.filter((record): record is TextLine => 'bytes' in record);
  const all = parsed(lines);
  // One of them is damaged: which one shows when each is read alone.
  if (typeof all === 'string' || all.length !== lines.length) return records.map((record) => ('bytes' in record ? alone(record) : record));
  let next = 0;
  return records.map((record) => {
    if (!('bytes' in record)) return record;
    const cells = all[next] ?? [];
    next += 1;
    return { line: record.line, next: record.next, cells };
  });
}

function alone(line: TextLine): CsvRecord {
  const cells = cellsOfOne([line]);
  if (typeof cells === 'string') return badLine(line, cells, line.bytes.toString()) as CsvRecord; // it has a problem
  return { line: line.line, next: line.next, cells };
}

/** The cells of the one record that these lines are, or why they are none. */
function cellsOfOne(lines: readonly TextLine[]): string[] | string {
  const records = parsed(lines);
  if (typeof records === 'string') return records;
  const [cells] = records;
  return cells && records.length === 1 ? cells : 'is not one record';
}

const UNCLOSED = 'a quote is opened and never closed';
const WORDS: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: 'a quoted cell goes on after its closing quote; a quote inside is written twice',
  INVALID_OPENING_QUOTE: 'a quote stands inside a cell that does not begin with one',
  CSV_QUOTE_NOT_CLOSED: UNCLOSED,
};

function parsed(lines: readonly TextLine[]): string[][] | string {
  if (lines.length === 0) return [];
  try {
    const bytes = Buffer.concat(lines.flatMap((line) => [line.bytes, NEW_LINE]));
    return parse(bytes, { record_delimiter: ['\r\n', '\n'], relax_column_count: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return WORDS[error.code] ?? 'is not CSV';
  }
}
