import type { Execution } from '../../application/kernel/operation/execution.js';
import { asCapabilityData } from '../../application/kernel/operation/output.js';
import { passSteps } from '../../application/kernel/operation/steps.js';
import type { Clock, Log, RateLimiter } from '../../application/kernel/ports/ports.js';
import { ShopError } from '../../domain/shared/errors.js';
import { toolAnswer } from './tool-answer.js';
import { readArguments, type Arguments } from './tool-arguments.js';
import { toolError } from './tool-errors.js';
import type { ToolRequest } from './tool-request.js';
import type { Tool, ToolResult } from './tool.js';

export interface ToolOutcome {
  readonly result: ToolResult;
  /** the error, if the call was refused or failed; otherwise null */
  readonly refusal: unknown;
}

/**
 * Takes the call of a tool through the steps that come before its arguments are read, then through validation and the use case. A
 * refusal and a failure are returned as results, too.
 */
export class CallTool {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly execution: Execution,
    private readonly log: Log,
    private readonly clock: Clock,
  ) {}

  async call(request: ToolRequest, tool: Tool, given: Arguments): Promise<ToolOutcome> {
    const { caller, requestId } = request;
    const { operation } = tool;
    try {
      await passSteps('tool', { caller, operation, limiter: this.limiter });
      const { raw, idempotent } = readArguments(tool, given, caller);
      request.begin(tool.writes);
      const call = { caller, operation, surface: 'tool', raw, source: 'json', idempotent, requestId } as const;
      const outcome = await this.execution.run(call);
      return { result: toolAnswer(tool, asCapabilityData(outcome) as object, outcome.replayed), refusal: null };
    } catch (error) {
      if (!(error instanceof ShopError)) this.log.error('a tool failed', { requestId, operation: operation.name, error });
      return { result: toolError(error, { ...request, tool, given, now: this.clock.now() }), refusal: error };
    }
  }
}
