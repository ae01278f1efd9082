import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { messageOf, systemCodeOf } from '../system-errors.js';
import type { TracesOptions } from './traces-options.js';

/**
 * Makes the exporter to the collector.
 * @param timeoutMillis the longest time of an export; the one of OpenTelemetry's variables by default
 */
export async function exporterOf({ endpoint, protocol }: TracesOptions, timeoutMillis?: number): Promise<SpanExporter> {
  const config = { url: `${endpoint}/v1/traces`, ...(timeoutMillis !== undefined && { timeoutMillis }) };
  if (protocol === 'http/json') {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    return new OTLPTraceExporter(config);
  }
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter(config);
}

/** The reason of a failed export in words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'number' ? `status ${error.code}` : '';
  return [code || systemCodeOf(error), messageOf(error).split('\n', 1)[0]].filter((part) => part !== '').join(': ');
}
