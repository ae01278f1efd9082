import type { ServerResponse } from 'node:http';
import { Receiver, type ReceivedRequest, type ReceiverOptions } from './receiver.js';

/** A span as a collector of OpenTelemetry gets it, with its attributes by name. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** '': the span is the first of its trace */
  readonly parentSpanId: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client, 5 consumer */
  readonly kind: number;
  readonly isFault: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface ExportedSpan extends Omit<CollectedSpan, 'parentSpanId' | 'attributes' | 'isFault' | 'resource'> {
  readonly parentSpanId?: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

/** A collector of traces on this machine. */
export class TraceCollector {
  private constructor(private readonly receiver: Receiver) {}

  /** @param options the answer is 200 with an empty object by default */
  static async start(options: Pick<ReceiverOptions, 'answer' | 'port'> = {}): Promise<TraceCollector> {
    return new TraceCollector(await Receiver.start({ answer: accepted, ...options, host: '127.0.0.1' }));
  }

  get port(): number {
    return this.receiver.port;
  }

  /** the settings of a service that sends its traces here, in JSON */
  get settings(): Record<string, string> {
    return { OTEL_EXPORTER_OTLP_ENDPOINT: this.receiver.url('127.0.0.1', ''), OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
  }

  get requests(): readonly ReceivedRequest[] {
    return this.receiver.requests;
  }

  /** all that came, letter by letter */
  get text(): string {
    return this.requests.map(({ body }) => body).join('\n');
  }

  get spans(): CollectedSpan[] {
    return this.requests.flatMap(({ body }) => spansIn(JSON.parse(body) as Export));
  }

  /** The spans of a trace. */
  trace(traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  /** @throws when there is no such span, or more than one */
  single(name: string): CollectedSpan {
    const found = this.spans.filter((span) => span.name === name);
    if (found.length !== 1 || !found[0]) throw new Error(`${found.length} spans ${name}: ${this.names.join(', ')}`);
    return found[0];
  }

  get names(): string[] {
    return this.spans.map(({ name }) => name);
  }

  /** The names from a span up to the first one of its trace that came here. */
  way(from: CollectedSpan): string[] {
    const before = this.spans.find(({ spanId, traceId }) => spanId === from.parentSpanId && traceId === from.traceId);
    return [from.name, ...(before ? this.way(before) : [])];
  }

  stop(): Promise<void> {
    return this.receiver.close();
  }
}

function accepted(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
}

function spansIn({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, parentSpanId = '', ...span }) => ({
        ...{ ...span, parentSpanId, isFault: status.code === 2 },
        ...{ attributes: valuesOf(attributes), resource: valuesOf(resource.attributes) },
      })),
    ),
  );
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
