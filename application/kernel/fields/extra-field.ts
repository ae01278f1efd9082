import type { RecordType } from '../../transfer/import-kind.js';
import { DateTime, Flag, Int, OneOf, Text } from './fields.js';
import type { Presence } from './presence.js';

export const EXTRA_PREFIX = 'x_';

/** A type of record to which extensions may add fields. */
export interface ExtendableRecord {
  readonly type: RecordType;
}

export function extendable(type: RecordType): ExtendableRecord {
  return { type };
}

/** The values of a field that an extension adds. */
export interface ExtraType {
  /** the type of its column in PostgreSQL */
  readonly column: 'text' | 'integer' | 'boolean' | 'timestamptz';
  declared(presence: Presence): PropertyDecorator;
}

/** A field that an extension adds to a type of record. */
export interface ExtraField {
  readonly record: ExtendableRecord;
  /** the name of its column */
  readonly name: string;
  /** the name in requests, answers, events and files: no field of the service itself begins like this */
  readonly outsideName: `${typeof EXTRA_PREFIX}${string}`;
  readonly type: ExtraType;
}

type Options = Pick<Presence, 'description' | 'example'>;

const NAME = /^[a-z][a-z0-9_]{0,39}$/;
/** the columns of each table of an extension that say to which record a row belongs */
const KEY: readonly string[] = ['shop_id', 'id'];

/** Declares a field of an extension. @throws Error when it cannot have the name */
export function field(record: ExtendableRecord, name: string, type: ExtraType): ExtraField {
  if (!NAME.test(name))
    throw new Error(`the name of a field is at most 40 characters in snake_case, not ${JSON.stringify(name)}`);
  if (KEY.includes(name)) throw new Error(`a field cannot have the name ${name}: each table of an extension has this column`);
  return { record, name, outsideName: `${EXTRA_PREFIX}${name}`, type };
}

/** A text. As people outside the shop may have written it, a tool tells a model that it is data. */
export function text(options: Options & { readonly max: number }): ExtraType {
  return { column: 'text', declared: (presence) => Text({ ...options, ...presence, fromOutside: true }) };
}

export function oneOf(values: readonly string[], options: Options = {}): ExtraType {
  return { column: 'text', declared: (presence) => OneOf(values, { ...options, ...presence }) };
}

export function int(options: Options & { readonly min?: number; readonly max?: number } = {}): ExtraType {
  return { column: 'integer', declared: (presence) => Int({ ...options, ...presence }) };
}

export function flag(options: Options = {}): ExtraType {
  return { column: 'boolean', declared: (presence) => Flag({ ...options, ...presence }) };
}

export function instant(options: Options = {}): ExtraType {
  return { column: 'timestamptz', declared: (presence) => DateTime({ ...options, ...presence }) };
}
