import { Log } from '../../application/kernel/ports/ports.js';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly detail: object;
}

/** A log that keeps its lines, so that a test can read them. */
export class TestLog extends Log {
  readonly lines: LogLine[] = [];

  override info(message: string, detail: object = {}): void {
    this.lines.push({ level: 'info', message, detail });
  }

  override warn(message: string, detail: object = {}): void {
    this.lines.push({ level: 'warn', message, detail });
  }

  override error(message: string, detail: object = {}): void {
    if ('error' in detail && detail.error instanceof Error) faults().push(detail.error);
    this.lines.push({ level: 'error', message, detail });
  }
}

/** The errors that the service logged during this test. If the test fails, the test environment prints them. */
function faults(): Error[] {
  return ((globalThis as { faults?: Error[] }).faults ??= []); // a global of the test environment that no type declares
}
