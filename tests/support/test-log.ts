import { isNativeError } from 'node:util/types';
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
    // An error of a test's own guard is made in the sandbox, with another `Error`.
    const known = 'error' in detail && isNativeError(detail.error);
    faults().push(known ? (detail.error as Error) : { stack: `${message} ${JSON.stringify(detail)}` });
    this.lines.push({ level: 'error', message, detail });
  }
}

/** What the service logged as an error during this test. If the test fails, the test environment prints it. */
function faults(): Pick<Error, 'stack'>[] {
  return ((globalThis as { faults?: Pick<Error, 'stack'>[] }).faults ??= []); // a global of the test environment that no type declares
}
