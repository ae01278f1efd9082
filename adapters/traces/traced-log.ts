import { Log, type LogDetail } from '../../application/ports/log.js';
import type { Traces } from '../../application/ports/traces.js';

/** Adds the ids of the open span to each line, under the names that collectors of logs expect. */
export class TracedLog extends Log {
  constructor(
    private readonly log: Log,
    private readonly traces: Traces,
  ) {
    super();
  }

  override info<Detail extends object>(message: string, detail?: LogDetail<Detail>): void {
    this.log.info(message, this.withSpan(detail));
  }

  override warn<Detail extends object>(message: string, detail?: LogDetail<Detail>): void {
    this.log.warn(message, this.withSpan(detail));
  }

  override error<Detail extends object>(message: string, detail?: LogDetail<Detail>): void {
    this.log.error(message, this.withSpan(detail));
  }

  private withSpan(detail: object | undefined): object {
    const span = this.traces.open();
    return span ? { ...detail, trace_id: span.traceId, span_id: span.spanId } : (detail ?? {});
  }
}
