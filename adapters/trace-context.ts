import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Attributes } from '@opentelemetry/api';

// OpenTelemetry's API does nothing, and costs next to nothing, until `openTraces` has been called.
const tracer = trace.getTracer('shop-operations');

/** Returns the `traceparent` of the open span, for rows with work that goes on with its trace; null: nothing is traced. */
export function traceparent(): string | null {
  const headers: { traceparent?: string } = {};
  propagation.inject(context.active(), headers);
  return headers.traceparent ?? null;
}

/** The `traceparent` that was stored with work; null or undefined: there is none, so a trace begins. */
type Cause = string | null | undefined;

/** Runs work in a span that goes on with the trace of its cause, which perhaps began in another process. */
export function continued<T>(cause: Cause, name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const before = cause ? propagation.extract(ROOT_CONTEXT, { traceparent: cause }) : ROOT_CONTEXT;
  return tracer.startActiveSpan(name, { kind: SpanKind.CONSUMER, attributes }, before, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Describes the open span, if there is one. */
export function describeSpan(attributes: Attributes): void {
  trace.getActiveSpan()?.setAttributes(attributes);
}

/** Returns the ids of the open span under the names that collectors of logs expect. */
export function spanIds(): { readonly trace_id?: string; readonly span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
