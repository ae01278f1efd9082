import type { DiagLogger } from '@opentelemetry/api';
import type { Log } from '../../application/ports/log.js';

const ignore = (): void => undefined;

/** Writes what OpenTelemetry says about itself into the log, each sentence once: the same one may come with every export. */
export class DiagLog implements DiagLogger {
  readonly info = ignore;
  readonly debug = ignore;
  readonly verbose = ignore;
  private readonly told = new Set<string>();

  constructor(private readonly log: Log) {}

  readonly warn = (message: string): void => {
    this.tell(message);
  };

  readonly error = (message: string): void => {
    this.tell(message);
  };

  private tell(message: string): void {
    const sentence = message.split('\n', 1)[0] ?? '';
    const shape = sentence.replace(/\d+/g, '0');
    if (this.told.has(shape) || this.told.size >= MOST_TOLD) return;
    this.told.add(shape);
    this.log.warn('traces', { reason: sentence });
  }
}

const MOST_TOLD = 100;
