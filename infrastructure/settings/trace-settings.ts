import { TRACE_PROTOCOLS, TRACE_SAMPLERS, type TracesOptions } from '../../adapters/traces/traces-options.js';
import { SendingSettings } from './sending-settings.js';
import { Address, Choice, Share, Switch } from './setting-fields.js';

/**
 * The settings of traces, under the names that OpenTelemetry gives them. Its SDK reads further names from the environment: see
 * `openTraces`.
 */
export class TraceSettings extends SendingSettings {
  @Address(['http:', 'https:']) OTEL_EXPORTER_OTLP_ENDPOINT: string | null = null;
  @Choice(TRACE_PROTOCOLS) OTEL_EXPORTER_OTLP_PROTOCOL: TracesOptions['protocol'] = 'http/protobuf';
  @Choice(TRACE_SAMPLERS) OTEL_TRACES_SAMPLER: TracesOptions['sampler'] = 'parentbased_always_on';
  @Share() OTEL_TRACES_SAMPLER_ARG = 1;
  @Switch() OTEL_SDK_DISABLED = false;
}

/** Null: nothing is traced. */
export function tracesOf(settings: TraceSettings): TracesOptions | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: isOff } = settings;
  if (endpoint === null || isOff) return null;
  return {
    endpoint: endpoint.replace(/\/$/, ''),
    protocol: settings.OTEL_EXPORTER_OTLP_PROTOCOL,
    sampler: settings.OTEL_TRACES_SAMPLER,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
  };
}
