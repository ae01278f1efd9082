import { createHash } from 'node:crypto';
import type { Caller } from '../../application/operation/caller.js';
import type { Execution } from '../../application/operation/execution.js';
import { fieldsOf, readFields, type Field } from '../../application/operation/field.js';
import { passGates, spendBudget } from '../../application/operation/gates.js';
import { readIdempotencyKey, type IdempotentCall } from '../../application/operation/idempotency.js';
import type { Operation } from '../../application/operation/operation.js';
import { asCapabilityData } from '../../application/operation/output.js';
import type { Log } from '../../application/ports/log.js';
import type { RateLimiter } from '../../application/ports/rate-limiter.js';
import { isFault, refuse, type ErrorCode, type Fault } from '../../domain/shared/errors.js';
import { codeOf, toolError } from './tool-errors.js';
import type { ToolResult } from './tool.js';

type Arguments = Readonly<Record<string, unknown>>;

/** Whose request the call came in, and what the log knows that request by. */
export interface ToolRequest {
  readonly caller: Caller;
  readonly requestId: string;
}

export interface ToolOutcome {
  readonly result: ToolResult;
  /** of the refusal, if it was one */
  readonly code: ErrorCode | null;
}

/** Gates 5 to 8, then validation and the use case; whatever refuses the call is a result. */
export class CallTool {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly execution: Execution,
    private readonly log: Log,
  ) {}

  async call({ caller, requestId }: ToolRequest, operation: Operation, given: Arguments): Promise<ToolOutcome> {
    try {
      passGates('tool', caller, operation);
      await spendBudget(this.limiter, caller, operation);
      const { raw, idempotent } = readArguments(operation, given, caller);
      const outcome = await this.execution.run({ caller, operation, surface: 'tool', raw, source: 'json', idempotent });
      const data = asCapabilityData(outcome) as object;
      return { result: { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data }, code: null };
    } catch (error) {
      if (isFault(error)) this.log.error('a tool failed', { requestId, operation: operation.name, error });
      return { result: toolError(error), code: codeOf(error) };
    }
  }
}

function readArguments(operation: Operation, given: Arguments, { shop }: Caller): { raw: Arguments; idempotent: IdempotentCall | null } {
  const unknown = unknownIn(operation, given);
  // Whoever misnames one argument may lack another: all is told at once.
  if (unknown.length > 0) refuse([...unknown, ...readFields(operation.input, given, { source: 'json', ...shop }, {})]);
  const { idempotency_key: key, ...raw } = given;
  if (operation.scope !== 'full' || key === undefined || key === null) return { raw, idempotent: null };
  const name = 'idempotency_key';
  return { raw, idempotent: { name, key: readIdempotencyKey(name, key), fingerprint: fingerprintOf(operation.name, raw) } };
}

/** More names than these would fill an answer with a client's own words. */
const MOST_UNKNOWN = 5;
const LONGEST_NAME = 80;

/** Arguments that the tool does not have, and properties that the entries of a list do not have. */
function unknownIn({ name: tool, input, scope }: Operation, given: Arguments): readonly Fault[] {
  const fields = fieldsOf(input);
  const known = new Set(fields.map(({ name }) => name));
  if (scope === 'full') known.add('idempotency_key');
  const unknown = Object.keys(given).filter((name) => !known.has(name)).slice(0, MOST_UNKNOWN);
  const faults = unknown.map((name) => ({ field: name.slice(0, LONGEST_NAME), problem: `is not an argument of ${tool}` }));
  return [...faults, ...fields.flatMap((field) => unknownParts(field, given[field.name]))];
}

function unknownParts({ name, schema }: Field, given: unknown): readonly Fault[] {
  const parts = schema.items?.properties;
  if (!parts || !Array.isArray(given)) return [];
  for (const entry of given as readonly unknown[]) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) continue; // refused by the field, in its words
    const unknown = Object.keys(entry).find((part) => !Object.hasOwn(parts, part));
    if (unknown !== undefined) return [{ field: name, problem: `${unknown.slice(0, LONGEST_NAME)} is not a property of its entries` }];
  }
  return [];
}

/** The same arguments in another order are the same call. */
function fingerprintOf(name: string, raw: Arguments): string {
  const sorted = Object.entries(raw).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify([name, sorted])).digest('base64url');
}
