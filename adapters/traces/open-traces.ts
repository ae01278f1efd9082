import { createRequire } from 'node:module';
import { diag, DiagLogLevel } from '@opentelemetry/api';
import {
  type ExportResult,
  ExportResultCode,
  globalErrorHandler,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Log } from '../../application/kernel/ports/ports.js';
import { messageOf, systemCodeOf } from '../system-errors.js';
import { within } from '../time-limit.js';

export interface TracesOptions {
  /** the address of a collector, without the path of the traces and without a slash at the end */
  readonly endpoint: string;
  readonly protocol: 'http/protobuf' | 'http/json';
}

/** The milliseconds that a stop waits for the last export. */
const FLUSH_MS = 1_000;
/** A collector that is away fails every few seconds. The log says it once in this many milliseconds. */
const QUIET_MS = 60_000;
/** Load balancers and Prometheus ask for these all the time, so they make no spans. */
const PROBES: readonly (string | undefined)[] = ['/healthz', '/readyz', '/metrics'];
/**
 * The attributes that leave the process, beside the service's own. Others may have what a client or a customer wrote in them: URLs,
 * queries, addresses, texts of statements. For the same reason, neither messages of errors nor events leave.
 */
const TOLD: ReadonlySet<string> = new Set([
  ...['http.request.method', 'http.response.status_code', 'http.route', 'server.address', 'server.port', 'error.type'],
  ...['db.system.name', 'db.namespace', 'db.postgresql.plan', 'messaging.destination.name'],
]);

/**
 * Begins to trace this process, with OpenTelemetry's own instrumentations. The SDK reads its further settings from the environment:
 * OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS and others.
 * @returns the end of it, which exports what has ended for at most FLUSH_MS
 */
export async function openTraces(options: TracesOptions, version: string, log: Log): Promise<() => Promise<void>> {
  tellProblems(log);
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'shop-operations', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(discreet(await exporterOf(options)))],
  });
  // The default propagator would also send what clients write into `baggage` to other systems.
  provider.register({ propagator: new W3CTraceContextPropagator() });
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url }) => PROBES.includes(url),
        requireParentforOutgoingSpans: true,
      }),
      // The layers give the request its route. Spans of their own would say nothing new.
      new ExpressInstrumentation({ ignoreLayersType: Object.values(ExpressLayerType) }),
      new PgInstrumentation({ requireParentSpan: true }),
      new UndiciInstrumentation({ requireParentforSpans: true }),
    ],
  });
  // A package is patched when it is required. It is the same object that was or will be imported.
  const require = createRequire(import.meta.url);
  for (const name of ['http', 'https', 'express', 'pg']) require(name);
  createRequire(require.resolve('pg'))('pg-pool');
  return () => within(FLUSH_MS, provider.shutdown().catch(globalErrorHandler), () => undefined);
}

/** Sends an export without spans to the collector, and returns why it was not taken; null: it was. */
export async function examineCollector(options: TracesOptions): Promise<string | null> {
  // Within this time, the exporter tries once more if nothing answers.
  const exporter = await exporterOf(options, { timeoutMillis: 2_000 });
  const { code, error } = await new Promise<ExportResult>((told) => {
    exporter.export([], told);
  });
  await exporter.shutdown();
  return code === ExportResultCode.SUCCESS ? null : reasonOf(error);
}

async function exporterOf({ endpoint, protocol }: TracesOptions, limits: { timeoutMillis?: number } = {}): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'));
  return new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, ...limits });
}

function discreet(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, told) => {
      exporter.export(spans.map(withoutContents), told);
    },
    shutdown: () => exporter.shutdown(),
  };
}

function withoutContents(span: ReadableSpan): ReadableSpan {
  const told = Object.entries(span.attributes).filter(([name]) => TOLD.has(name) || name.startsWith('shop_operations.'));
  const own = { attributes: Object.fromEntries(told), events: [], status: { code: span.status.code } };
  return Object.assign(Object.create(span) as ReadableSpan, own); // the span, with three properties of its own
}

/** Logs what OpenTelemetry says about itself, at most once in QUIET_MS. */
function tellProblems(log: Log): void {
  let quietUntil = 0;
  const tell = (...words: unknown[]): void => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + QUIET_MS;
    log.warn('traces', { reason: words.join(' ').split('\n', 1)[0] });
  };
  const logger = { error: tell, warn: tell, info: tell, debug: tell, verbose: tell };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true }); // it hands on warnings and errors only
  setGlobalErrorHandler((error) => {
    tell('they cannot be exported:', reasonOf(error));
  });
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'number' ? `status ${error.code}` : '';
  return [code || systemCodeOf(error), messageOf(error).split('\n', 1)[0]].filter((part) => part !== '').join(': ');
}
