import { createHash } from 'node:crypto';
import type { Caller } from '../../application/operation/caller.js';
import type { Execution } from '../../application/operation/execution.js';
import { fieldsOf, type Field } from '../../application/operation/field.js';
import { passGates, spendBudget } from '../../application/operation/gates.js';
import { readIdempotencyKey, type IdempotentCall } from '../../application/operation/idempotency.js';
import type { Operation } from '../../application/operation/operation.js';
import { asCapabilityData } from '../../application/operation/output.js';
import type { Log } from '../../application/ports/log.js';
import type { RateLimiter } from '../../application/ports/rate-limiter.js';
import { isFault, ValidationError, type ErrorCode } from '../../domain/shared/errors.js';
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
      const { raw, idempotent } = readArguments(operation, given);
      const outcome = await this.execution.run({ caller, operation, surface: 'tool', raw, source: 'json', idempotent });
      const data = asCapabilityData(outcome) as object;
      return { result: { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data }, code: null };
    } catch (error) {
      if (isFault(error)) this.log.error('a tool failed', { requestId, operation: operation.name, error });
      return { result: toolError(error), code: codeOf(error) };
    }
  }
}

function readArguments(operation: Operation, given: Arguments): { raw: Arguments; idempotent: IdempotentCall | null } {
  const known = new Set(fieldsOf(operation.input).map(({ name }) => name));
  const writes = operation.scope === 'full';
  const unknown = Object.keys(given).find((name) => !known.has(name) && !(writes && name === 'idempotency_key'));
  if (unknown !== undefined) throw new ValidationError(unknown.slice(0, 80), `is not an argument of ${operation.name}`);
  for (const field of fieldsOf(operation.input)) refuseUnknownParts(field, given[field.name]);
  const { idempotency_key: key, ...raw } = given;
  if (!writes || key === undefined || key === null) return { raw, idempotent: null };
  const name = 'idempotency_key';
  return { raw, idempotent: { name, key: readIdempotencyKey(name, key), fingerprint: fingerprintOf(operation.name, raw) } };
}

/** A property that the entries of a list do not have is refused like an argument that is not there. */
function refuseUnknownParts({ name, schema }: Field, given: unknown): void {
  const parts = schema.items?.properties;
  if (!parts || !Array.isArray(given)) return;
  for (const entry of given as readonly unknown[]) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) continue; // refused by the field, in its words
    const unknown = Object.keys(entry).find((part) => !Object.hasOwn(parts, part));
    if (unknown !== undefined) throw new ValidationError(name, `${unknown.slice(0, 80)} is not a property of its entries`);
  }
}

/** The same arguments in another order are the same call. */
function fingerprintOf(name: string, raw: Arguments): string {
  const sorted = Object.entries(raw).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify([name, sorted])).digest('base64url');
}
