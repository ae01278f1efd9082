/** The forms in which traces can be exported. */
export const TRACE_PROTOCOLS = ['http/protobuf', 'http/json'] as const;

/** OpenTelemetry's own names of the ways in which it is decided whether a trace is recorded. */
export const TRACE_SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export interface TracesOptions {
  /** the address of a collector, without the path of the traces and without a slash at the end */
  readonly endpoint: string;
  readonly protocol: (typeof TRACE_PROTOCOLS)[number];
  readonly sampler: (typeof TRACE_SAMPLERS)[number];
  /** the share of traces that a sampler by ratio records, from 0 to 1 */
  readonly ratio: number;
}
