import type { TracesOptions } from '../../adapters/traces/open-traces.js';
import { inOneLine } from '../server/process-life.js';
import { fail, ok, type Finding } from './finding.js';

const CHECK = 'traces';
const ADVICE =
  'check that a collector runs there, that OTEL_EXPORTER_OTLP_ENDPOINT has its port for HTTP (usually 4318), and that ' +
  'OTEL_EXPORTER_OTLP_HEADERS has the key that it asks for; until then requests are answered, and not traced';
const GRPC_ADVICE = 'give the port for HTTP, which is usually 4318: this service speaks no gRPC';
/** The port that collectors have for gRPC. */
const GRPC = '4317';

/** Checks whether the collector takes traces. */
export async function checkTraces(traces: TracesOptions | null): Promise<Finding> {
  if (traces === null) return ok(CHECK, 'OTEL_EXPORTER_OTLP_ENDPOINT is not set, or OTEL_SDK_DISABLED=true: nothing is traced');
  const { host, port } = new URL(traces.endpoint);
  // Imported on demand, as the service does.
  const { examineCollector } = await import('../../adapters/traces/open-traces.js');
  const refusal = await examineCollector(traces).catch(inOneLine);
  if (refusal === null) return ok(CHECK, `${host} takes them by ${traces.protocol}`);
  return fail(CHECK, `${host} does not take them by ${traces.protocol}: ${refusal}`, port === GRPC ? GRPC_ADVICE : ADVICE);
}
