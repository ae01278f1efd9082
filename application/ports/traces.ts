import { ShopError, type ErrorCode } from '../../domain/shared/errors.js';

/**
 * The facts that a span tells beside its name: ids, kinds, outcomes and numbers. As in the log, there are never bodies, queries, secrets or
 * contact data, and nothing that a client has written but the id of its request.
 */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** The headers of W3C Trace Context: `traceparent`, and `tracestate` if there is one. */
export type TraceHeaders = Readonly<Record<string, string>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer' | 'internal';
  readonly facts?: SpanFacts;
  /** the span before this one, perhaps in another process; null or not valid: a new trace begins; absent: the open span */
  readonly parent?: Readonly<Record<string, string | undefined>> | null;
}

/** A piece of work with its begin and its end, a part of a trace. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** the headers with which another process continues the trace */
  headers(): TraceHeaders;
  rename(name: string): void;
  add(facts: SpanFacts): void;
  /** Notes why the work did not succeed. `isFault`: the operator should look into it. */
  fail(type: string, isFault: boolean): void;
  /** Only the first call counts. */
  end(): void;
}

/** Spans for OpenTelemetry. A service without traces has no object of this class, and nothing that asks for one. */
export abstract class Traces {
  abstract begin(start: SpanStart): Span;
  /** Runs work with the span open: spans that begin in it are parts of the span. */
  abstract within<T>(span: Span, work: () => T): T;
  /** The innermost span in which this code runs; null: there is none. */
  abstract open(): Span | null;
}

/** Runs work in a span of its own. */
export async function inSpan<T>(traces: Traces, start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
  const span = traces.begin(start);
  try {
    return await traces.within(span, () => work(span));
  } catch (error) {
    span.fail(typeOf(error), isFault(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Runs work as a part of the open span. When no span is open, the work makes none, so that a poll makes no trace. */
export function inPart<T>(traces: Traces, start: SpanStart, work: () => Promise<T>): Promise<T> {
  return traces.open() ? inSpan(traces, start, work) : work();
}

const FAULTS: readonly ErrorCode[] = ['unavailable', 'internal_error'];

function isFault(error: unknown): boolean {
  return !(error instanceof ShopError) || FAULTS.includes(error.code);
}

/** A word for the kind of an error. Its message is not used, because it may contain anything. */
function typeOf(error: unknown): string {
  // `instanceof Error` would not know the errors of sockets and aborts, which may come from another realm.
  const { code, name } = Object(error) as { readonly code?: unknown; readonly name?: unknown }; // safe: both may be anything
  return [code, name].find((word) => typeof word === 'string') ?? 'unknown';
}
