import { AsyncLocalStorage } from 'node:async_hooks';
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { Traces, type Span, type SpanFacts, type SpanStart, type TraceHeaders } from '../../application/ports/traces.js';

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

const propagator = new W3CTraceContextPropagator();

/** Keeps the open span itself, so that nothing global of OpenTelemetry is set: a process may have several services in tests. */
export class OtelTraces extends Traces {
  private readonly spans = new AsyncLocalStorage<TracedSpan>();

  constructor(private readonly tracer: Tracer) {
    super();
  }

  override begin({ name, kind, facts = {}, parent }: SpanStart): Span {
    const before = parent === undefined ? this.spans.getStore()?.context : contextOf(parent);
    const span = this.tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...facts } }, before ?? ROOT_CONTEXT);
    return new TracedSpan(span, trace.setSpan(before ?? ROOT_CONTEXT, span));
  }

  override within<T>(span: Span, work: () => T): T {
    if (!(span instanceof TracedSpan)) throw new Error('the span was begun by something else');
    return this.spans.run(span, work);
  }

  override open(): Span | null {
    return this.spans.getStore() ?? null;
  }
}

function contextOf(parent: NonNullable<SpanStart['parent']> | null): Context | undefined {
  return parent ? propagator.extract(ROOT_CONTEXT, parent, defaultTextMapGetter) : undefined;
}

class TracedSpan implements Span {
  private hasEnded = false;

  constructor(
    private readonly span: OtelSpan,
    readonly context: Context,
  ) {}

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  get spanId(): string {
    return this.span.spanContext().spanId;
  }

  headers(): TraceHeaders {
    const headers: Record<string, string> = {};
    propagator.inject(this.context, headers, defaultTextMapSetter);
    return headers;
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  add(facts: SpanFacts): void {
    this.span.setAttributes({ ...facts });
  }

  fail(type: string, isFault: boolean): void {
    this.span.setAttribute('error.type', type);
    if (isFault) this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.span.end();
  }
}
