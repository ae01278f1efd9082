import { InvalidArgumentError } from 'commander';

/** An argument `KEY=VALUE` that an operator typed, such as `timezone=America/Toronto`. */
export interface Assignment {
  readonly key: string;
  readonly value: string;
}

/** Adds one argument, which has the form `KEY=VALUE`, to the earlier arguments. */
export function readAssignment(text: string, before: readonly Assignment[] | undefined): readonly Assignment[] {
  const end = text.indexOf('=');
  if (end < 1) throw new InvalidArgumentError('It must be KEY=VALUE.');
  return [...(before ?? []), { key: text.slice(0, end).trim(), value: text.slice(end + 1) }];
}
