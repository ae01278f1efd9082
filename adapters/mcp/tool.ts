import { fieldsOf } from '../../application/kernel/fields/field.js';
import type { JsonSchema } from '../../application/kernel/fields/json-schema.js';
import type { Operation } from '../../application/kernel/operation/operation.js';
import { OutsideText } from './outside-text.js';
import { toolInputSchema, toolOutputSchema } from './tool-schema.js';

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

/** The tools of the operations that have a capability, sorted by name. */
export function toolsOf(operations: readonly Operation[]): Tool[] {
  return operations
    .filter(({ capability }) => capability !== undefined)
    .map(toolOf)
    .sort((one, other) => (one.operation.name < other.operation.name ? -1 : 1));
}

function toolOf(operation: Operation): Tool {
  const { name, scope, input, output } = operation;
  const writes = scope === 'full';
  return {
    operation,
    description: describe(operation),
    area: name.slice(0, name.indexOf('.')),
    writes,
    takes: new Set([...fieldsOf(input).map((field) => field.name), ...(writes ? ['idempotency_key'] : [])]),
    outsideTexts: OutsideText.in(output),
  };
}

function describe(operation: Operation): ToolDescription {
  const readOnly = operation.scope === 'read';
  return {
    name: operation.name,
    title: operation.summary,
    description: operation.description,
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
