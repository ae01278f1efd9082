import { createHash } from 'node:crypto';
import { fieldsOf, readFields, type Field } from '../../application/kernel/fields/field.js';
import { readIdempotencyKey, type IdempotentCall } from '../../application/kernel/operation/kept-answers.js';
import { unknownInEntries } from '../../application/kernel/operation/names.js';
import type { Caller } from '../../application/kernel/operation/operation.js';
import { refuse, type Fault } from '../../domain/shared/errors.js';
import type { Tool } from './tool.js';

/**
 * The spelling of tools' names: with a dot as in the specification, or with an underscore for model providers that refuse a dot.
 */
export type Spelling = 'dot' | 'underscore';

/** @param name the name of an operation */
export function spelled(name: string, spelling: Spelling): string {
  return spelling === 'dot' ? name : name.replaceAll('.', '_');
}

const DOTTED = /\b[a-z_]+\.[a-z_]+\b/g;

/** Finds and respells the names of tools in a text. */
export class ToolNames {
  private readonly known: ReadonlySet<string>;

  constructor(names: readonly string[]) {
    this.known = new Set(names);
  }

  in(text: string): readonly string[] {
    return (text.match(DOTTED) ?? []).filter((name) => this.known.has(name));
  }

  respell(text: string, spelling: Spelling): string {
    return spelling === 'dot' ? text : text.replace(DOTTED, (name) => (this.known.has(name) ? spelled(name, spelling) : name));
  }
}

export type Arguments = Readonly<Record<string, unknown>>;

/** At most this many unknown names are shown, so that a client's own text does not fill the answer. */
const MOST_UNKNOWN = 5;
export const LONGEST_NAME = 80;

/**
 * Checks the names of the arguments, and separates the idempotency key from the others. An argument that a tool does not have is
 * refused, so that a model notices its mistake at once.
 */
export function readArguments(
  tool: Tool,
  given: Arguments,
  { shop }: Caller,
): { raw: Arguments; idempotent: IdempotentCall | null } {
  const { operation, writes } = tool;
  const unknown = unknownIn(tool, given);
  // A caller that misnames one argument may have left out another one, so all problems are reported at once.
  if (unknown.length > 0) refuse([...unknown, ...readFields(operation.input, given, { source: 'json', ...shop }).faults]);
  if (!writes) return { raw: given, idempotent: null };
  const { idempotency_key: key, ...raw } = given;
  if (key === undefined || key === null) return { raw, idempotent: null };
  const name = 'idempotency_key';
  const fingerprintOf = (args: string): string =>
    createHash('sha256').update(`${operation.name}\n`).update(args).digest('base64url');
  return { raw, idempotent: { name, key: readIdempotencyKey(name, key), fingerprintOf } };
}

/**
 * The problems with unknown names: arguments that the tool does not have, and properties that the entries of a list do not have.
 */
function unknownIn({ operation, takes }: Tool, given: Arguments): readonly Fault[] {
  const unknown = Object.keys(given).filter((name) => !takes.has(name));
  const parts = fieldsOf(operation.input).flatMap((field) => unknownParts(field, given[field.name]));
  if (unknown.length === 0) return parts;
  const verb = unknown.length === 1 ? 'is not an argument' : 'are not arguments';
  const known = takes.size > 0 ? `its arguments: ${[...takes].join(', ')}` : 'it has none';
  return [{ field: named(unknown), problem: `${verb} of ${operation.name}; ${known}` }, ...parts];
}

function unknownParts(field: Field, given: unknown): readonly Fault[] {
  const unknown = unknownInEntries(field, given);
  if (unknown.length === 0) return [];
  const verb = unknown.length === 1 ? 'is not a property' : 'are not properties';
  const known = Object.keys(field.schema.items?.properties ?? {}).join(', ');
  return [{ field: field.name, problem: `${named(unknown)} ${verb} of its entries; they have: ${known}` }];
}

function named(names: readonly string[]): string {
  const shown = names
    .slice(0, MOST_UNKNOWN)
    .map((name) => name.slice(0, LONGEST_NAME))
    .join(', ');
  return names.length > MOST_UNKNOWN ? `${shown} and ${names.length - MOST_UNKNOWN} more` : shown;
}
