import { ValidationError } from '../../domain/shared/errors.js';
import { fieldsOf, type FieldsClass, type ReadContext } from '../operation/field.js';
import { readFields } from '../operation/field-reader.js';
import type { AnyKind } from './import-kind.js';
import type { ImportRow } from './import-row.js';
import type { ImportError, ImportPosition, SourceRow } from './import-source.js';

type Values = Readonly<Record<string, unknown>>;

/** A row of a kind: a line's own, or one nested in it. */
export interface LineRow {
  readonly kind: AnyKind;
  readonly row: ImportRow;
  readonly values: Values;
  /** before its columns' names in an error: `messages[2].` */
  readonly prefix: string;
  /** what it is called where nothing else says so */
  readonly madeId: string;
}

/** What a line says, its own row first; or why it says nothing. */
export type ImportLine = { readonly line: number; readonly next: ImportPosition } & (
  | { readonly rows: readonly [LineRow, ...LineRow[]] }
  | { readonly error: ImportError }
);

export class LineReader {
  constructor(
    private readonly kind: AnyKind,
    private readonly context: ReadContext,
    /** the source's, for rows that nobody has named */
    private readonly sourceName: string,
    private readonly onUnknownColumn: (column: string) => void,
  ) {}

  read(source: SourceRow): ImportLine {
    const { line, next } = source;
    if ('problem' in source) return { line, next, error: { line, ...source.problem } };
    const madeId = `${this.sourceName}:${line}`;
    const rows: LineRow[] = [];
    try {
      const own = this.readRow(rows, this.kind, source.values, '', madeId);
      return { line, next, rows: [own, ...rows] };
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      return { line, next, error: { line, ...error.detail } };
    }
  }

  /** @param nested takes the rows that are nested in it */
  private readRow(nested: LineRow[], kind: AnyKind, given: Values, prefix: string, madeId: string): LineRow {
    const values = this.knownValues(kind.row, given, prefix);
    const row = refusing(values, prefix, () => readFields(kind.row, values, this.context) as ImportRow); // its class's fields
    if (kind.nested) {
      const { column, kind: inner } = kind.nested;
      // The column's field has seen that it is a list of objects.
      const list = ((row as Values)[column] ?? []) as readonly Values[];
      list.forEach((one, index) => {
        nested.push(this.readRow(nested, inner(), one, `${prefix}${column}[${index}].`, `${madeId}:${column}:${index + 1}`));
      });
    }
    return { kind, row, values, prefix, madeId };
  }

  private knownValues(type: FieldsClass, given: Values, prefix: string): Values {
    const known = columnsOf(type);
    const flags = flagsOf(type);
    const values: Record<string, unknown> = {};
    for (const column of Object.keys(given)) {
      const value = given[column];
      if (known.has(column)) values[column] = this.cellValue(value, flags.has(column));
      else this.onUnknownColumn(`${prefix.replace(/\[\d+\]/g, '')}${column}`);
    }
    return values;
  }

  /** A blank cell is an empty one. Spreadsheets write TRUE and FALSE, whatever case they were given. */
  private cellValue(value: unknown, isFlag: boolean): unknown {
    if (typeof value !== 'string') return value;
    const text = value.trim();
    if (text === '') return null;
    return isFlag && this.context.source === 'query' && SPELLED_FLAG.test(text) ? text.toLowerCase() : value;
  }
}

const SPELLED_FLAG = /^(true|false)$/i;

const columns = new WeakMap<FieldsClass, ReadonlySet<string>>();

export function columnsOf(type: FieldsClass): ReadonlySet<string> {
  const known = columns.get(type) ?? new Set(fieldsOf(type).map(({ name }) => name));
  columns.set(type, known);
  return known;
}

const flagColumns = new WeakMap<FieldsClass, ReadonlySet<string>>();

function flagsOf(type: FieldsClass): ReadonlySet<string> {
  const known = flagColumns.get(type);
  if (known) return known;
  const flags = new Set(fieldsOf(type).filter(({ schema }) => [schema.type].flat().includes('boolean')).map(({ name }) => name));
  flagColumns.set(type, flags);
  return flags;
}

/** A row breaks a rule. */
export class RowRefused extends Error {
  constructor(readonly detail: Omit<ImportError, 'line'>) {
    super(detail.reason);
  }
}

/** Tells a refusal of `work` by the row's column and the value that was given there. */
export function refusing<T>(values: Values, prefix: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const { field, message } = error;
    throw new RowRefused({ column: `${prefix}${field}`, value: shown(values[field]), reason: message.slice(field.length + 2) });
  }
}

const LONGEST_SHOWN = 200;

/** A value as an error shows it. */
export function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}
