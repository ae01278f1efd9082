import { ValidationError, type Fault } from '../../domain/shared/errors.js';
import { fieldsOf, readFields, type Field, type FieldsClass, type ReadContext, type Values } from '../fields/field.js';
import type { AnyKind, Reference } from './import-kind.js';
import type { ImportRow } from './import-row.js';
import type { ImportError, ImportPosition, SourceRow } from './import-source.js';

/** A row of a kind: the line's own row, or a row nested in it. */
export interface LineRow {
  readonly kind: AnyKind;
  readonly row: ImportRow;
  readonly values: Values;
  /** the text before a column's name in an error: `messages[2].` */
  readonly prefix: string;
  /** the external id that the record gets if the row gives none */
  readonly madeId: string;
}

/** A line with its own row, followed by the rows nested in it; or the error for which the whole line is refused. */
export type ImportLine = { readonly line: number; readonly next: ImportPosition } & (
  { readonly rows: readonly [LineRow, ...LineRow[]] } | { readonly error: ImportError }
);

export class LineReader {
  constructor(
    private readonly kind: AnyKind,
    private readonly context: ReadContext,
    /** the name of the source; a row without an external id gets one that is made from this name */
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

  /** Reads one row. @param nested receives the rows that are nested in this row @throws RowRefused */
  private readRow(nested: LineRow[], kind: AnyKind, given: Values, prefix: string, madeId: string): LineRow {
    const values = this.knownValues(kind.row, given, prefix);
    const row: ImportRow = {}; // gets the fields of the kind's row class
    const [wrong] = readFields(kind.row, values, this.context, row);
    if (wrong) throw rowRefused(wrong, values, prefix);
    if (kind.nested) {
      const { column, kind: inner } = kind.nested;
      // The column's field has checked that the value is a list of objects.
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
    for (const { name, entry } of listsOf(type)) this.tellUnknownParts(name, entry, values[name]);
    return values;
  }

  private tellUnknownParts(list: string, entry: FieldsClass, value: unknown): void {
    if (!Array.isArray(value)) return;
    const known = columnsOf(entry);
    for (const one of value as readonly unknown[]) {
      if (typeof one !== 'object' || one === null) continue; // the field itself refuses this value, with its own message
      for (const part of Object.keys(one)) if (!known.has(part)) this.onUnknownColumn(`${list}.${part}`);
    }
  }

  /**
   * Prepares a value for the column's field. A blank text becomes null. If every value of the source is text, TRUE and FALSE in a
   * boolean column become lower case, because spreadsheets write them in capitals.
   */
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
  const isFlag = ({ schema }: Field): boolean => [schema.type].flat().includes('boolean');
  const flags = new Set(fieldsOf(type).flatMap((field) => (isFlag(field) ? [field.name] : [])));
  flagColumns.set(type, flags);
  return flags;
}

const listColumns = new WeakMap<FieldsClass, readonly { readonly name: string; readonly entry: FieldsClass }[]>();

function listsOf(type: FieldsClass): readonly { readonly name: string; readonly entry: FieldsClass }[] {
  const known = listColumns.get(type) ?? fieldsOf(type).flatMap(({ name, entry }) => (entry ? [{ name, entry }] : []));
  listColumns.set(type, known);
  return known;
}

/** Thrown when a row breaks a rule. */
export class RowRefused extends Error {
  constructor(readonly detail: Omit<ImportError, 'line'>) {
    super(detail.reason);
  }
}

/**
 * Returns the result of `work`. A `ValidationError` of `work` becomes a `RowRefused` with the row's column and value.
 * @param references the kind's references. An error names a reference by its id column; if the row gives only the external id,
 * the refusal names the column of the external id
 */
export function refusing<T>(values: Values, prefix: string, work: () => T, references: readonly Reference[] = []): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ValidationError ? rowRefused(error.faults[0], values, prefix, references) : error;
  }
}

function rowRefused(
  { field, problem }: Fault,
  values: Values,
  prefix: string,
  references: readonly Reference[] = [],
): RowRefused {
  const { external = field } = references.find(({ column }) => column === field) ?? {};
  const column = isGiven(values[external]) && !isGiven(values[field]) ? external : field;
  return new RowRefused({ column: `${prefix}${column}`, value: shown(values[column]), reason: problem });
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

const LONGEST_SHOWN = 200;

/** A value in the form that an error shows, cut after `LONGEST_SHOWN` characters. */
export function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}
