import type { Command } from 'commander';

/** What a command came to: as one JSON document, and as text for a person. */
export interface Outcome {
  readonly document: unknown;
  readonly text: string;
  /** one line; the command does not end with exit code 0 */
  readonly failure?: string | undefined;
  /** with a failure; 1 unless said otherwise */
  readonly exitCode?: number | undefined;
}

/** A command that has printed what it found, and found it wanting. */
export class Failed extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
  }
}

/** PerKeyQueue what a command does into what commander calls: prints the outcome as `--json` asks. */
export function printing<Args extends unknown[]>(work: (...args: Args) => Promise<Outcome>) {
  return async function (this: Command, ...args: Args): Promise<void> {
    const { document, text, failure, exitCode } = await work(...args);
    const output = this.configureOutput();
    output.writeOut?.(`${this.optsWithGlobals<{ json?: boolean }>().json ? asJson(document) : text}\n`);
    if (failure !== undefined) throw new Failed(failure, exitCode);
  };
}

export function asJson(document: unknown): string {
  return JSON.stringify(document, null, 2);
}
