import { diag, DiagLogLevel } from '@opentelemetry/api';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Log } from '../../application/ports/log.js';
import type { Traces } from '../../application/ports/traces.js';
import { within } from '../time-limit.js';
import { DiagLog } from './diag-log.js';
import { exporterOf } from './exporter.js';
import { OtelTraces } from './otel-traces.js';
import { traceOutgoing } from './outgoing-requests.js';
import { ReportingExporter } from './reporting-exporter.js';
import { samplerOf } from './sampler.js';
import type { TracesOptions } from './traces-options.js';

export interface OpenTraces {
  readonly traces: Traces;
  /** Exports what has ended, for at most FLUSH_MS, and stops. */
  stop(): Promise<void>;
}

/** The milliseconds that a stop waits for the last export. */
const FLUSH_MS = 1_000;

/** The name of the service where OTEL_SERVICE_NAME does not give another one. */
const SERVICE = 'shop-operations';

/**
 * Opens the export of traces. The SDK itself reads further variables of the environment: those of the exporter beside its address
 * (OTEL_EXPORTER_OTLP_HEADERS and others), and OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
 */
export async function openTraces(options: TracesOptions, log: Log): Promise<OpenTraces> {
  diag.setLogger(new DiagLog(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const exporter = new ReportingExporter(await exporterOf(options), log);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': SERVICE }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(options),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const traces = new OtelTraces(provider.getTracer(SERVICE));
  const untrace = traceOutgoing(traces);
  return {
    traces,
    stop: async () => {
      untrace();
      await within(FLUSH_MS, provider.shutdown(), () => undefined);
    },
  };
}
