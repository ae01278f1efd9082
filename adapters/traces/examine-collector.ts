import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { exporterOf, reasonOf } from './exporter.js';
import type { TracesOptions } from './traces-options.js';

/** The longest wait. Within it, the exporter tries once more if nothing answers. */
const LONGEST_MS = 2000;

/**
 * Sends an export without spans to the collector, by the exporter of the service and so with its headers and certificates.
 * @returns why the collector did not take it; null: it did
 */
export async function examineCollector(options: TracesOptions): Promise<string | null> {
  const exporter = await exporterOf(options, LONGEST_MS);
  try {
    const { code, error } = await new Promise<ExportResult>((told) => {
      exporter.export([], told);
    });
    return code === ExportResultCode.SUCCESS ? null : reasonOf(error);
  } finally {
    await exporter.shutdown();
  }
}
