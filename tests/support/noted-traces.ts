import { Traces, type Span, type SpanFacts, type SpanStart } from '../../application/ports/traces.js';

/** A span in the form that a test compares. `failed`: the reason, and whether it is a fault. */
export interface NotedSpan {
  readonly name: string;
  readonly kind: SpanStart['kind'];
  readonly facts: SpanFacts;
  readonly failed: readonly [type: string, isFault: boolean] | null;
}

/** Keeps the spans that have ended, in this order. No span is ever open. */
export class NotedTraces extends Traces {
  readonly spans: NotedSpan[] = [];

  override begin({ name, kind, facts = {} }: SpanStart): Span {
    let noted: NotedSpan = { name, kind, facts, failed: null };
    return {
      ...{ traceId: '', spanId: '', headers: () => ({}) },
      rename: (other) => (noted = { ...noted, name: other }),
      add: (more) => (noted = { ...noted, facts: { ...noted.facts, ...more } }),
      fail: (type, isFault) => (noted = { ...noted, failed: [type, isFault] }),
      end: () => this.spans.push(noted),
    };
  }

  override within<T>(_: Span, work: () => T): T {
    return work();
  }

  override open(): null {
    return null;
  }
}
