import type { EventWork, StoredEvent } from '../../application/events/event-work.js';
import type { Work } from '../../application/events/work.js';
import { inSpan, type Traces } from '../../application/ports/traces.js';

/** A payload with the `traceparent` of the work's cause. Work that nobody's request caused has none, and begins a trace. */
type TracedPayload = object & { readonly trace?: string | null; readonly shop?: unknown };

/** Runs queued work in a span that goes on with the trace of its cause. */
class TracedWork implements Work<TracedPayload> {
  readonly name: string;
  readonly againAfterMs: number;
  readonly waits: boolean;
  readonly long: boolean;

  constructor(
    private readonly work: Work,
    private readonly traces: Traces,
  ) {
    const { name, againAfterMs, waits = false, long = false } = work;
    this.name = name;
    this.againAfterMs = againAfterMs;
    this.waits = waits;
    this.long = long;
  }

  keyOf(payload: TracedPayload): string {
    return this.work.keyOf(payload);
  }

  run(payload: TracedPayload): Promise<boolean> {
    const { name } = this;
    const { trace, shop } = payload;
    const facts = {
      ...QUEUE,
      'messaging.destination.name': name,
      ...(typeof shop === 'string' && { 'shop_operations.shop': shop }),
    };
    const parent = trace ? { traceparent: trace } : null;
    return inSpan(this.traces, { name: `process ${name}`, kind: 'consumer', facts, parent }, async (span) => {
      const done = await this.work.run(payload);
      span.add({ 'shop_operations.outcome': done ? 'done' : 'again' });
      return done;
    });
  }
}

const QUEUE = { 'messaging.system': 'graphile_worker', 'messaging.operation.type': 'process' } as const;

/** Hands the trace of an event on to the work after it. */
class TracedEventWork extends TracedWork implements EventWork<TracedPayload> {
  readonly on: EventWork['on'];

  constructor(
    private readonly eventWork: EventWork,
    traces: Traces,
  ) {
    super(eventWork, traces);
    this.on = eventWork.on;
  }

  payloadOf(event: StoredEvent): TracedPayload | null {
    const payload = this.eventWork.payloadOf(event);
    return payload && event.trace ? { ...payload, trace: event.trace } : payload;
  }
}

export function tracedWork(work: Work, traces: Traces): Work {
  return new TracedWork(work, traces);
}

export function tracedEventWork(work: EventWork, traces: Traces): EventWork {
  return new TracedEventWork(work, traces);
}
