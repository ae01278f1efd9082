import { OutsideTextingHours } from '../../application/areas/texting/texting-rules.js';
import { sourceOf } from '../../application/kernel/fields/field-ids.js';
import { fieldsOf, type Field } from '../../application/kernel/fields/field.js';
import { InFlight, KeyTaken } from '../../application/kernel/operation/execution.js';
import { ReplayedRefusal } from '../../application/kernel/operation/kept-answers.js';
import {
  NotFound,
  RefusedChange,
  ShopError,
  SwitchedOff,
  ValidationError,
  type ErrorCode,
  type Fault,
} from '../../domain/shared/errors.js';
import type { Instant } from '../../domain/shared/instant.js';
import { exampleTime } from './instructions.js';
import { REPLAYED } from './tool-answer.js';
import type { Arguments } from './tool-arguments.js';
import type { ToolRequest } from './tool-request.js';
import type { Tool, ToolResult } from './tool.js';

/** The advice to a model after each error code. The type requires a text for every code. */
const NEXT: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'Send the arguments as a JSON object.',
  unauthorized: 'Ask for a live API key; do not retry with this one.',
  plan_lapsed: 'Tell the user that the account has no active subscription; do not retry.',
  org_suspended: 'Tell the user that the account is suspended; do not retry.',
  insufficient_scope: 'This key may only read. Tell the user that a key with scope full is needed; do not retry.',
  forbidden: 'This key lacks the permission. Tell the user which one the message names; do not retry.',
  not_found: 'Ask the user which one is meant.',
  method_not_allowed: 'Call it as the tool list describes.',
  request_timeout: 'Retry once.',
  conflict: '', // the next step depends on the tool
  precondition_failed: '', // no tool takes a condition
  payload_too_large: 'Send shorter arguments.',
  range_not_satisfiable: '', // no tool answers with a file
  validation_error: 'Correct what the message names and call again.',
  rate_limited: '', // the message says when to retry
  headers_too_large: 'Send fewer headers.',
  internal_error: 'Retry once; if it fails again, tell the user.',
  not_implemented: 'This is not possible through the API; do not retry.',
  unavailable: 'Wait a few seconds, then do as the message says.',
};

interface Refused extends ToolRequest {
  readonly tool: Tool;
  readonly given: Arguments;
  readonly now: Instant;
}

/**
 * Returns the result of a refused call. Its first text tells a model the problem and the next step. Its second text is the error
 * envelope of the REST API, without hints at tools that this caller does not have.
 */
export function toolError(error: unknown, refused: Refused): ToolResult {
  const { offer, caller } = refused;
  const code = codeOf(error);
  const message = error instanceof ShopError ? error.message : 'the server failed; nothing changed';
  const problem = withoutMissing(`${problemOf(error, message, refused)}.`, refused);
  const advice = [problem, nextStep(error, code, refused)].filter(Boolean).join(' ');
  const lacks = offer
    .missingIn(advice, caller)
    .map((name) => ` You may not call ${name}: ask the user instead.`)
    .join('');
  const envelope = JSON.stringify({ error: { code, message: withoutMissing(message, refused) } });
  const isReplayed = error instanceof ReplayedRefusal;
  return {
    content: [text(offer.spell(advice + lacks)), text(offer.spell(envelope)), ...(isReplayed ? [REPLAY_NOTE] : [])],
    isError: true,
    ...(isReplayed && { _meta: { [REPLAYED]: true } }),
  };
}

const REPLAY_NOTE = text('This repeats the refusal of the earlier call with this idempotency_key.');

function text(words: string): ToolResult['content'][number] {
  return { type: 'text', text: words };
}

/** The tool that takes a text which may not be sent now. */
const SCHEDULE = 'comms.schedule_message';

/** Matches the problems of the arguments as a whole. Some tools also have an argument that is called `body`. */
const OF_ALL_ARGUMENTS = /^body: (must be a JSON object|must not be nested|must not contain NUL|give (at least|exactly) one of)/;

function codeOf(error: unknown): ErrorCode {
  return error instanceof ShopError ? error.code : 'internal_error';
}

function problemOf(error: unknown, message: string, refused: Refused): string {
  if (error instanceof ValidationError)
    return error.faults
      .map((fault) => toolProblem(`${fault.field}: ${fault.problem}`, refused) + expected(fault, refused))
      .join('; ');
  if (error instanceof NotFound)
    return `${argumentFor(error.what, refused.tool)?.name ?? 'id'}: ${error.why ?? `no ${error.what} of this shop has this id`}`;
  return message;
}

/**
 * Returns the refusal in the words of a tool, which has arguments and not a body. The specification's `title: title is required`
 * names the field twice, so one of the two names is removed.
 */
function toolProblem(refusal: string, { tool }: Refused): string {
  const hasBody = fieldsOf(tool.operation.input).some(({ name }) => name === 'body');
  const asArguments = hasBody && !OF_ALL_ARGUMENTS.test(refusal) ? refusal : refusal.replace(/^body: /, 'arguments: ');
  return asArguments.replace(/\b(\w+): (\w+) is required$/, (whole, field: string, named: string) =>
    field === named ? `${field}: is required` : whole,
  );
}

/**
 * Matches the problems of a missing value and of a value's form. Other problems already say why a well-formed value is refused.
 */
const OF_FORM = / is required$|^must /;

/** Matches the problems of a time that depends on another argument: an example could be as wrong. */
const OF_ANOTHER = /^must be (before|after|at most \d+ days)/;

/**
 * Returns the text that completes a problem of a value's form: an example of a time, or the tool that lists such ids. Empty: the
 * problem needs no such text.
 */
function expected({ field, problem }: Fault, { tool, caller, now }: Refused): string {
  const argument = OF_FORM.test(problem) ? fieldsOf(tool.operation.input).find(({ name }) => name === field) : undefined;
  if (!argument) return '';
  if (argument.schema.format === 'date-time')
    return OF_ANOTHER.test(problem) ? '' : `, such as ${exampleTime(caller.shop.timezone, now)}`;
  const source = sourceOf(argument, argument.schema.type === 'array');
  if (source !== '') return problem.endsWith(source) ? '' : source;
  return argument.schema.format === 'uuid' && !argument.required ? '; leave it out if you do not know it' : '';
}

/** Removes the hint that an id comes from a tool, when this caller does not have that tool. */
function withoutMissing(problem: string, { offer, caller }: Refused): string {
  const missing = new Set(offer.missingIn(problem, caller));
  return problem.replace(/: (?:an? )?\w+ from (\w+\.\w+)/g, (whole, name: string) =>
    missing.has(name) ? '; ask the user for it' : whole,
  );
}

/** The argument that names a record of this kind, or several of them; if there is none, the argument `id`. */
function argumentFor(what: string, { operation }: Tool): Field | undefined {
  const fields = fieldsOf(operation.input);
  const names = [what, `${what}_id`, `${what}_ids`, `link_${what}`];
  return fields.find(({ name }) => names.includes(name)) ?? fields.find(({ name }) => name === 'id');
}

function nextStep(error: unknown, code: ErrorCode, refused: Refused): string {
  if (error instanceof SwitchedOff) return 'Tell the user; do not retry.';
  if (error instanceof NotFound) return wayToFind(error.what, refused);
  if (error instanceof InFlight) return 'Wait a few seconds, then repeat this very call.';
  if (error instanceof KeyTaken) return '';
  if (error instanceof OutsideTextingHours && firstOpen([SCHEDULE], refused)) return `Use ${SCHEDULE}.`;
  if (code === 'conflict') return wayToLook(refused);
  // The specification answers this as `internal_error`, although the caller can correct it.
  if (error instanceof RefusedChange) return NEXT.validation_error;
  return code === 'validation_error' ? wayToCorrect(refused) : NEXT[code];
}

function wayToCorrect({ tool, given }: Refused): string {
  const key = given['idempotency_key'];
  if (!tool.writes && key !== undefined) {
    return 'Correct what the message names and call again without idempotency_key, which only writing tools take.';
  }
  // A refusal of the use case or of its validation is stored under the key, so the next call needs a new key.
  if (typeof key === 'string') return 'Correct what the message names and call again with a new idempotency_key.';
  return NEXT.validation_error;
}

function wayToFind(what: string, refused: Refused): string {
  const list = firstOpen([argumentFor(what, refused.tool)?.listedBy], refused);
  return list === undefined ? `Ask the user which ${what} is meant.` : `Find it with ${list}.`;
}

/** Names a tool that shows the record: its area's `get`, or else a list. */
function wayToLook(refused: Refused): string {
  const { area, operation } = refused.tool;
  const listedBy = fieldsOf(operation.input).find(({ name }) => name === 'id')?.listedBy;
  const reader = firstOpen([`${area}.get`, listedBy, `${area}.list`], refused);
  return reader === undefined
    ? 'Tell the user what the message says; do not retry.'
    : `Look at the record with ${reader} before you call again.`;
}

/** The first of these tools that this caller may call. */
function firstOpen(names: readonly (string | undefined)[], { offer, caller }: Refused): string | undefined {
  return names.find((name) => {
    const tool = name === undefined ? undefined : offer.find(name);
    return tool !== undefined && offer.isOpen(tool, caller);
  });
}
