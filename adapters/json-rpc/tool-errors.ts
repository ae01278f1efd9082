import { RefusedChange, ShopError, ValidationError, type ErrorCode } from '../../domain/shared/errors.js';
import type { ToolResult } from './tool.js';

/** What a model should do next. A code without advice does not compile. */
const NEXT: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'Send the arguments as a JSON object.',
  unauthorized: 'Ask for a live API key; do not retry with this one.',
  plan_lapsed: 'Tell the user that the account has no active subscription; do not retry.',
  org_suspended: 'Tell the user that the account is suspended; do not retry.',
  insufficient_scope: 'This key may only read. Tell the user that a key with scope full is needed; do not retry.',
  forbidden: 'This key lacks the permission. Tell the user which one the message names; do not retry.',
  not_found: 'Check the id: look the record up with a list tool. If the tool itself is not found, it is switched off for this shop.',
  method_not_allowed: 'Call it as the tool list describes.',
  request_timeout: 'Retry once.',
  conflict: 'Read the message: the record is not in a state that allows this, or another one is in the way.',
  payload_too_large: 'Send less.',
  validation_error: 'Correct what the message names and call again.',
  rate_limited: '', // its message says when
  headers_too_large: 'Send fewer headers.',
  internal_error: 'Nothing changed. Read the message; if it names no cause, retry once, then tell the user.',
  not_implemented: 'This is not possible through the API; do not retry.',
  unavailable: 'Wait a few seconds, then do as the message says.',
};

/** The first text says what to do next, the second is the error envelope. */
export function toolError(error: unknown): ToolResult {
  const code = codeOf(error);
  const message = error instanceof ShopError ? error.message : 'the server failed; nothing changed';
  const next = nextStep(error, code);
  return {
    content: [
      { type: 'text', text: `${error instanceof ValidationError ? everyFault(error) : message}. ${next}`.trimEnd() },
      { type: 'text', text: JSON.stringify({ error: { code, message } }) },
    ],
    isError: true,
  };
}

/** A model that learns of one fault at a time calls again for each. */
function everyFault({ faults }: ValidationError): string {
  return faults.map(({ field, problem }) => `${field}: ${problem}`).join('; ');
}

export function codeOf(error: unknown): ErrorCode {
  return error instanceof ShopError ? error.code : 'internal_error';
}

function nextStep(error: unknown, code: ErrorCode): string {
  // Answered as `internal_error` by the specification, and yet the caller's to correct.
  if (error instanceof RefusedChange) return 'Correct the arguments as the message says and call again.';
  return NEXT[code];
}
