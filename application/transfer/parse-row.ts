import { fieldsOf, type Field, type FieldsClass, type ReadContext, type Values } from '../kernel/fields/field.js';
import { readRow } from '../kernel/fields/read-row.js';
import type { AnyKind } from './import-kind.js';
import type { ImportRow, NestedRows } from './import-row.js';
import type { ImportError, SourceRow } from './import-source.js';
import { RowRefused, rowRefused } from './refuse-row.js';

/** A row whose values have the right form: the row of a line, or a row nested in one. */
export interface ParsedRow {
  readonly kind: AnyKind;
  readonly line: number;
  /** the text before a column's name in an error: `messages[2].` */
  readonly prefix: string;
  /** the values of the kind's columns as the source has them */
  readonly given: Values;
  /** the values as the fields of the row class read them */
  readonly row: ImportRow;
  /** the external id that the record gets if the row gives none */
  readonly madeId: string;
  readonly nested: readonly ParsedRow[];
}

const NONE: readonly ParsedRow[] = [];

/** The first step of a row: its values are checked and converted by the fields of the kind's row class. */
export class RowParser {
  constructor(
    private readonly kind: AnyKind,
    private readonly context: ReadContext,
    /** the name of the source; a row without an external id gets one that is made from this name */
    private readonly sourceName: string,
    private readonly onUnknownColumn: (column: string) => void,
  ) {}

  /** Returns the row with its nested rows, or the error for which all of them are refused. */
  parse(source: SourceRow): ParsedRow | ImportError {
    const { line } = source;
    if ('problem' in source) return { line, ...source.problem };
    try {
      return this.parseRow(this.kind, source.values, { line, prefix: '', madeId: `${this.sourceName}:${line}` });
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      return { line, ...error.detail };
    }
  }

  /** @throws RowRefused */
  private parseRow(kind: AnyKind, values: Values, place: Pick<ParsedRow, 'line' | 'prefix' | 'madeId'>): ParsedRow {
    const { line, prefix, madeId } = place;
    const given = this.knownValues(kind.row, values, prefix);
    const { input: row, faults } = readRow(kind.row, given, this.context);
    const [wrong] = faults;
    if (wrong) throw rowRefused(wrong, given, prefix);
    return { kind, line, prefix, given, row, madeId, nested: kind.nested ? this.parseNested(kind.nested, row, place) : NONE };
  }

  private parseNested(
    { column, kind }: NestedRows,
    row: ImportRow,
    { line, prefix, madeId }: Pick<ParsedRow, 'line' | 'prefix' | 'madeId'>,
  ): ParsedRow[] {
    // The column's field has checked that the value is a list of objects.
    const list = ((row as Values)[column] ?? []) as readonly Values[];
    return list.map((values, index) =>
      this.parseRow(kind(), values, {
        line,
        prefix: `${prefix}${column}[${index}].`,
        madeId: `${madeId}:${column}:${index + 1}`,
      }),
    );
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
