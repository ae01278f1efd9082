import type { Command } from 'commander';

/** The result of a command as one JSON document, and the same result as text for a person. */
export interface Outcome {
  readonly document: unknown;
  readonly text: string;
  /** an error message of one line for stderr; a command with such a message does not exit with 0 */
  readonly failure?: string | undefined;
  /** the exit code of a command with a `failure`; by default 1 */
  readonly exitCode?: number | undefined;
}

/** Thrown by a command that has already written to stdout and then fails. Its error is not printed as a document on stdout. */
export class Failed extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
  }
}

/** Wraps a command's function for commander: prints the outcome as text, or as JSON with `--json`. */
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
