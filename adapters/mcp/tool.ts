import { fieldsOf, type Field, type FieldsClass } from '../../application/kernel/fields/field.js';
import { schemaOf, type JsonSchema } from '../../application/kernel/fields/json-schema.js';
import { closedObject } from '../../application/kernel/fields/view.js';
import { givenFields, isTool, WRONG_ID, type Operation } from '../../application/kernel/operation/operation.js';
import { capabilityDataSchema, type Output } from '../../application/kernel/operation/output.js';
import { defined } from '../../domain/shared/defined.js';
import { OutsideText } from './outside-text.js';

/** Its form is left out: it would be repeated in each tool that writes, and a wrong key is refused with the form. */
const IDEMPOTENCY_KEY: JsonSchema = { type: 'string', description: 'Your name for this write.' };

/** The schema of a tool's arguments. Unknown arguments are refused, so that a model notices its mistake at once. */
function toolInputSchema({ input, scope }: Pick<Operation, 'input' | 'scope'>): JsonSchema {
  const { properties, ...schema } = forModels(schemaOf(givenFields({ input }, 'tool')));
  return {
    ...schema,
    properties: {
      ...properties,
      ...(scope === 'full' && { idempotency_key: IDEMPOTENCY_KEY }),
    },
  };
}

/** The usual words about an id. */
const LISTED = /^An `id` from ([\w.]+)\./;
/** Matches words that a model does not need, because the refusal itself says so. */
const REFUSED = /, else refused(?=\.$)/;

/**
 * Returns the schema in the form that models get. It has no examples and no format but `date-time`, because model providers
 * refuse schema keywords that they do not know. It has no redundant keywords and no bounds, because every word costs tokens in every
 * conversation, and a value out of bounds is refused with a sentence that names them. Nothing says that
 * objects are closed: an unknown argument is refused with the names of those that there are.
 */
function forModels({
  type,
  format,
  description,
  default: standard,
  minimum,
  enum: values,
  required,
  properties,
  items,
}: JsonSchema): JsonSchema {
  const named = Object.entries(properties ?? {}).map(([name, property]) => [name, forModels(property)] as const);
  return {
    ...defined({ type, description: description?.replace(LISTED, 'From $1.').replace(REFUSED, ''), enum: values, required }),
    ...(format === 'date-time' && { format }),
    ...(standard !== undefined && standard !== minimum && { default: standard }),
    ...(properties && { properties: Object.fromEntries(named) }),
    ...(items && { items: forModels(items) }),
  };
}

/**
 * The schema of a tool's structured content. It has only what a reader of a result needs: names, types, listed values, and the
 * descriptions of fields whose names alone would mislead. Examples, formats and limits are left out, because a model cannot write
 * a result, and every word costs tokens in every conversation.
 */
function toolOutputSchema(output: Pick<Output<never>, 'shape' | 'view' | 'meta'>): JsonSchema {
  return open(capabilityDataSchema(output, viewForModels));
}

function viewForModels(view: FieldsClass): JsonSchema {
  // A model keeps no copy, so the times of changes and what other systems keep are in the results, but not worth their tokens here.
  const told = fieldsOf(view).filter(({ included, ofStored, ofOthers }) => !included && !ofStored && !ofOthers);
  return open(closedObject(Object.fromEntries(told.map((field) => [field.name, fieldForModels(field)]))));
}

/** The schema without the words that nothing else is in an object: every answer shows that, and later ones may have more. */
function open({ additionalProperties: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function fieldForModels({ schema, entry, explained }: Field): JsonSchema {
  const { description } = schema;
  return { ...shapeForModels(schema, entry), ...(explained && description !== undefined && { description }) };
}

/** @param entry the class of the entries, or of the object; without it the schema has no properties */
function shapeForModels({ type, enum: values, items }: JsonSchema, entry: FieldsClass | undefined): JsonSchema {
  if (values) return { enum: values }; // the values show the type
  const typed = defined({ type });
  if (items) return { ...typed, items: shapeForModels(items, entry) };
  return entry ? { ...viewForModels(entry), ...typed } : typed;
}

/** Sentences that say only what the hints and the input schema of a tool say, for a tool that reads. */
const SAID_OF_READS = [
  /^Nobody is contacted\.$/,
  /^A repetition \w+ anew\.$/,
  /^Refuses an unknown `?\w+`?\.$/,
  /^Refuses (?:nothing|what does not fit)\b/,
];
/** The same, for a tool that writes. The instructions say what an `idempotency_key` does. */
const SAID_OF_WRITES = [
  /^A repetition changes nothing(?: more)?\.$/,
  /^A repetition .* unless it has the same `idempotency_key`\.$/,
];

/** A list of tools leaves out that an id is a UUID, because the schema names the tool that lists such ids. */
const UNKNOWN_ID = 'An unknown id matches nothing.';

const BETWEEN_SENTENCES = /(?<=\.) (?=[A-Z])/;

/** The description without the sentences that a client has from the hints: a list of tools is a part of every conversation. */
function withoutHints({ description, scope }: Operation): string {
  const said = scope === 'read' ? SAID_OF_READS : SAID_OF_WRITES;
  const kept = description.split(BETWEEN_SENTENCES).filter((sentence) => !said.some((one) => one.test(sentence)));
  return kept.map((sentence) => (sentence === WRONG_ID ? UNKNOWN_ID : sentence)).join(' ');
}

/** The entry of an operation in `tools/list`. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: Readonly<Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>>;
}

export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  /**
   * absent on errors, because a client with version 1.x of the MCP SDK checks this content against `outputSchema` even for an
   * error
   */
  readonly structuredContent?: object;
  readonly isError?: true;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export interface Tool {
  readonly operation: Operation;
  readonly description: ToolDescription;
  /** the first part of the operation's name: `customers` */
  readonly area: string;
  readonly writes: boolean;
  /** the names of all arguments */
  readonly takes: ReadonlySet<string>;
  /** the fields of its answers with text that people outside the shop may have written */
  readonly outsideTexts: readonly OutsideText[];
}

/** The tools of the operations, sorted by name. */
export function toolsOf(operations: readonly Operation[]): Tool[] {
  return operations
    .filter(isTool)
    .map(toolOf)
    .sort((one, other) => (one.operation.name < other.operation.name ? -1 : 1));
}

function toolOf(operation: Operation): Tool {
  const { name, scope, output } = operation;
  const writes = scope === 'full';
  return {
    operation,
    description: describe(operation),
    area: name.slice(0, name.indexOf('.')),
    writes,
    takes: new Set([...givenFields(operation, 'tool').map((field) => field.name), ...(writes ? ['idempotency_key'] : [])]),
    outsideTexts: OutsideText.in(output),
  };
}

function describe(operation: Operation): ToolDescription {
  const readOnly = operation.scope === 'read';
  return {
    name: operation.name,
    title: operation.summary,
    description: withoutHints(operation),
    inputSchema: toolInputSchema(operation),
    outputSchema: toolOutputSchema(operation.output),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: operation.destructive ?? false,
      idempotentHint: readOnly || (operation.repeatable ?? false),
      openWorldHint: operation.reachesCustomer ?? false,
    },
  };
}
