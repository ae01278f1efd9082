import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../../application/ports/log.js';
import { reasonOf } from './exporter.js';

/**
 * Logs when the export begins to fail, and when it works again. In between, the SDK keeps the newest spans up to a limit, and drops
 * the others.
 */
export class ReportingExporter implements SpanExporter {
  private isFailing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly log: Log,
  ) {}

  export(spans: ReadableSpan[], told: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      this.note(result);
      // The SDK would report a failure in its own words, and do nothing else.
      told({ code: ExportResultCode.SUCCESS });
    });
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private note({ code, error }: ExportResult): void {
    const failed = code !== ExportResultCode.SUCCESS;
    if (failed && !this.isFailing) this.log.warn('traces cannot be exported', { reason: reasonOf(error) });
    if (!failed && this.isFailing) this.log.info('traces are exported again');
    this.isFailing = failed;
  }
}
