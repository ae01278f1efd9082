import { ValidationError, type Fault } from '../../domain/shared/errors.js';
import { MoveRefused } from '../../domain/shared/transitions.js';
import { fieldsOf, type FieldsClass, type ReadContext, type Values } from '../kernel/fields/field.js';
import { readRow } from '../kernel/fields/read-row.js';
import type { AnyKind, Reference } from './import-kind.js';
import type { ImportRow, NestedRows } from './import-row.js';
import type { ImportError, SourceRow } from './import-source.js';

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
    const place = { line, prefix: '', madeId: `${this.sourceName}:${line}` };
    return orError(line, () => this.parseRow(this.kind, source.values, place));
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
    const { columns, flags, lists } = shapeOf(type);
    const values: Record<string, unknown> = {};
    for (const column of Object.keys(given)) {
      const value = given[column];
      if (columns.has(column)) values[column] = this.cellValue(value, flags.has(column));
      else this.onUnknownColumn(`${prefix.replace(/\[\d+\]/g, '')}${column}`);
    }
    for (const { name, entry } of lists) this.tellUnknownParts(name, entry, values[name]);
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

/** The facts about a class of rows that the parser needs. */
interface Shape {
  readonly columns: ReadonlySet<string>;
  readonly flags: ReadonlySet<string>;
  readonly lists: readonly { readonly name: string; readonly entry: FieldsClass }[];
}

const shapes = new WeakMap<FieldsClass, Shape>();

function shapeOf(type: FieldsClass): Shape {
  const known = shapes.get(type);
  if (known) return known;
  const fields = fieldsOf(type);
  const flags = fields.filter(({ schema }) => [schema.type].flat().includes('boolean'));
  const shape = {
    columns: new Set(fields.map(({ name }) => name)),
    flags: new Set(flags.map(({ name }) => name)),
    lists: fields.flatMap(({ name, entry }) => (entry ? [{ name, entry }] : [])),
  };
  shapes.set(type, shape);
  return shape;
}

export function columnsOf(type: FieldsClass): ReadonlySet<string> {
  return shapeOf(type).columns;
}

/** Thrown when a row breaks a rule. */
export class RowRefused extends Error {
  constructor(readonly detail: Omit<ImportError, 'line'>) {
    super(detail.reason);
  }
}

/** Returns the result of `work`, or the error for which it refuses the row of a line. */
export function orError<T>(line: number, work: () => T): T | ImportError {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RowRefused)) throw error;
    return { line, ...error.detail };
  }
}

/**
 * Returns the result of `work`. A `ValidationError` or a `MoveRefused` of `work` becomes a `RowRefused` with the row's column and
 * value.
 * @param references the kind's references. An error names a reference by its id column; if the row gives only the external id,
 * the refusal names the column of the external id
 */
export function refusing<T>(values: Values, prefix: string, work: () => T, references: readonly Reference[] = []): T {
  try {
    return work();
  } catch (error) {
    const fault = faultOf(error);
    throw fault ? rowRefused(fault, values, prefix, references) : error;
  }
}

function faultOf(error: unknown): Fault | null {
  if (error instanceof MoveRefused) return { field: error.field, problem: error.message };
  return error instanceof ValidationError ? error.faults[0] : null;
}

/** The refusal of a row for the value of one of its fields. @param prefix see `ParsedRow.prefix` */
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

/** The refusal of a row that may have the right form, for what it means. */
export function refusal({ prefix, given }: ParsedRow, column: string, reason: string): RowRefused {
  return new RowRefused({ column: `${prefix}${column}`, value: shown(given[column]), reason });
}

export function missing(parsed: ParsedRow, { column, external }: Reference): RowRefused {
  return refusal(parsed, column, `${column} or ${external} is required`);
}

export function unknownTarget(parsed: ParsedRow, { to, external }: Reference, column: string): RowRefused {
  return refusal(
    parsed,
    column,
    column === external ? `no ${to.noun} of this shop has this external id` : `is no ${to.noun} of this shop`,
  );
}
