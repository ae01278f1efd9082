import type { Command } from 'commander';

/** What a command came to: as one JSON document, and as text for a person. */
export interface Outcome {
  readonly document: unknown;
  readonly text: string;
  /** one line; the command ends with exit code 1 all the same */
  readonly failure?: string | undefined;
}

/** A command that has printed what it found, and found it wanting. */
export class Failed extends Error {}

/** Turns what a command does into what commander calls: prints the outcome as `--json` asks. */
export function printing<Args extends unknown[]>(work: (...args: Args) => Promise<Outcome>) {
  return async function (this: Command, ...args: Args): Promise<void> {
    const { document, text, failure } = await work(...args);
    if (this.optsWithGlobals<{ json?: boolean }>().json) printJson(document);
    else process.stdout.write(`${text}\n`);
    if (failure !== undefined) throw new Failed(failure);
  };
}

export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}
