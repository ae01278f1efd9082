import type { TracesOptions } from '../../adapters/traces/open-traces.js';
import { SendingSettings } from './sending-settings.js';
import { Address, Choice, Switch } from './setting-fields.js';

/** The settings of traces, under the names that OpenTelemetry gives them. Its SDK reads the others itself: see `openTraces`. */
export class TraceSettings extends SendingSettings {
  @Address(['http:', 'https:']) OTEL_EXPORTER_OTLP_ENDPOINT: string | null = null;
  @Choice(['http/protobuf', 'http/json']) OTEL_EXPORTER_OTLP_PROTOCOL: TracesOptions['protocol'] = 'http/protobuf';
  @Switch() OTEL_SDK_DISABLED = false;
}

/** Null: nothing is traced. */
export function tracesOf(settings: TraceSettings): TracesOptions | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: protocol, OTEL_SDK_DISABLED: isOff } = settings;
  return endpoint === null || isOff ? null : { endpoint: endpoint.replace(/\/$/, ''), protocol };
}
