import type { Writable } from 'node:stream';
import { Argument, CommanderError, InvalidArgumentError, Option, type Command } from 'commander';
import type { Registry } from '../../application/kernel/registry.js';
import type { Extension } from '../extensions/extension.js';
import { asJson, Failed, type Outcome } from './outcome.js';
import type { Session, Sessions } from './session.js';
import { tellWhoRan } from './who-ran.js';

/** The output streams of commands: results on stdout, errors and progress on stderr. */
export interface Terminal {
  /** a stream, because an export may be larger than memory */
  readonly stdout: Writable;
  readonly stderr: {
    /** true: a person reads along, so a command may draw over what it has written */
    readonly isTTY?: boolean;
    write(text: string): unknown;
  };
}

/** The things that every command may use. */
export interface Surroundings extends Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly extensions: readonly Extension[];
  readonly registry: Registry;
  /** who runs the command */
  readonly operator: () => string;
  readonly sessions: Sessions;
}

export interface Context extends Surroundings {
  /** whether `--json` was typed */
  readonly json: boolean;
}

/** One argument or option. `T` is what the command gets of it. */
export class Input<T> {
  /** only for the compiler */
  declare readonly value: T;

  /** @param make is given the name of the property in the declaration, from which an option has its name */
  constructor(readonly make: (name: string) => Argument | Option) {}
}

type Inputs = Readonly<Record<string, Pick<Input<unknown>, 'make'>>>;
type Given<I extends Inputs> = { readonly [Name in keyof I]: I[Name] extends Input<infer T> ? T : never };

/** How a typed text is read. */
interface Reading<T> {
  readonly choices?: readonly T[];
  /** @param before what was read of the earlier texts, if several may be typed */
  readonly read?: (text: string, before: T | undefined) => T;
}

interface Optional<T> extends Reading<T> {
  /** an option that cannot be given together with this one */
  readonly not?: string;
}

/** A positional argument, such as `<id>`. */
export function argument<T = string>(flags: string, about: string, { choices, read }: Reading<T> = {}): Input<T> {
  return new Input(() => {
    const made = new Argument(flags, about);
    if (choices) made.choices(choices as readonly string[]);
    return read ? made.argParser(read) : made;
  });
}

/** An option that must be given. */
export function required<T = string>(value: string, about: string, reading: Reading<T> = {}): Input<T> {
  return new Input((name) => optionOf(name, value, about, reading).makeOptionMandatory());
}

/** An option that has a value even if it is not given. */
export function preset<T>(value: string, about: string, by: T, reading: Reading<T> = {}): Input<T> {
  return new Input((name) => optionOf(name, value, about, reading).default(by));
}

export function optional<T = string>(value: string, about: string, reading: Optional<T> = {}): Input<T | undefined> {
  return new Input((name) => {
    const made = optionOf(name, value, about, reading);
    return reading.not === undefined ? made : made.conflicts(reading.not);
  });
}

/** An option without a value. */
export function flag(about: string): Input<boolean> {
  return new Input((name) => new Option(flagOf(name), about));
}

/** The option `--no-…`: the command gets false if it is given, and otherwise true. */
export function unless(about: string): Input<boolean> {
  return new Input((name) => new Option(`--no-${name}`, about));
}

/** Reads a whole number within these bounds. */
export function wholeNumber(min: number, max: number): Reading<number> {
  const read = (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : -1;
    if (number < min || number > max) throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return number;
  };
  return { read };
}

function optionOf<T>(name: string, value: string, about: string, { choices, read }: Reading<T>): Option {
  const made = new Option(`${flagOf(name)} ${value}`, about);
  if (choices) made.choices(choices as readonly string[]);
  return read ? made.argParser(read) : made;
}

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

interface Words<I extends Inputs> {
  /** what is typed, such as `key mint` */
  readonly name: string;
  readonly about: string;
  /** true: it runs when only the name of its group is typed */
  readonly isDefault?: boolean;
  /** true: a line of the log tells who ran it */
  readonly changes?: boolean;
  /** true: it makes the embedded database where DATA_DIR has none. Any other command is refused there. */
  readonly makesDatabase?: boolean;
  /** arguments and options, in the order of the help */
  readonly input?: I;
  /** the end of the help; it begins with a line break */
  readonly help?: string;
}

interface Declaration<I extends Inputs> extends Words<I> {
  /** @returns null: the command has printed its answer itself */
  readonly run: (context: Context, input: Given<I>) => Promise<Outcome | null>;
}

interface DeclarationOnTables<I extends Inputs> extends Words<I> {
  /** @throws CommanderError for wrong usage, before the database is opened */
  readonly check?: (input: Given<I>) => void;
  /** @returns null: the command has printed its answer itself */
  readonly run: (session: Session & Context, input: Given<I>) => Promise<Outcome | null>;
}

export interface DeclaredCommand {
  readonly name: string;
  readonly changes: boolean;
  /** The groups, such as `key`, must be there already. */
  addTo(program: Command, surroundings: Surroundings): void;
}

/** Declares a command that needs no database, or opens it itself. */
export function command<I extends Inputs>(declaration: Declaration<I>): DeclaredCommand {
  const { name, about, isDefault = false, changes = false, makesDatabase = false, input, help, run } = declaration;
  const addTo: DeclaredCommand['addTo'] = (program, surroundings) => {
    const words = name.split(' ');
    const group = words.length === 1 ? program : program.commands.find((one) => one.name() === words[0]);
    if (!group) throw new Error(`the group of the command ${name} is missing`);
    const added = group.command(words.at(-1) ?? '', { isDefault }).description(about);
    const inputs = Object.entries(input ?? {}).map(([property, one]) => [property, one.make(property)] as const);
    for (const [, made] of inputs)
      if (made instanceof Option) added.addOption(made);
      else added.addArgument(made);
    if (help !== undefined) added.addHelpText('after', help);
    if (isDefault) {
      group.addHelpText('after', () => `\n${added.helpInformation()}${help ?? ''}`);
      added.allowExcessArguments();
    }
    added.action(async () => {
      // Whatever is typed after the group, and is no command of it, comes to its default command.
      const unknown = isDefault ? added.args[added.registeredArguments.length] : undefined;
      if (unknown !== undefined) throw wrongUsage(`unknown command '${unknown}'`);
      const { json = false } = added.optsWithGlobals<{ json?: boolean }>();
      const positional = [...(added.processedArgs as unknown[])];
      const given = inputs.map(([property, made]) => [
        property,
        made instanceof Option ? valueOf(added, made) : positional.shift(),
      ]);
      const typed = Object.fromEntries(given) as Given<I>; // safe: `Given` is made of the same inputs
      const sessions = makesDatabase ? surroundings.sessions : surroundings.sessions.ofReader();
      const outcome = await run({ ...surroundings, sessions, json }, typed);
      if (changes && outcome?.isUnchanged !== true) await tellWhoRan(name, typed, surroundings);
      if (!outcome) return;
      surroundings.stdout.write(`${json ? asJson(outcome.document) : outcome.text}\n`);
      if (outcome.failure !== undefined) throw new Failed(outcome.failure, outcome.exitCode);
    });
  };
  return { name, changes, addTo };
}

/** Declares a command on a database whose tables are up to date. */
export function onTables<I extends Inputs>(declaration: DeclarationOnTables<I>): DeclaredCommand {
  const { check, run, ...words } = declaration;
  return command<I>({
    ...words,
    run: async (context, input) => {
      check?.(input);
      return context.sessions.withTables((session) => run({ ...session, ...context }, input));
    },
  });
}

function valueOf(command: Command, option: Option): unknown {
  const value: unknown = command.getOptionValue(option.attributeName());
  return option.isBoolean() ? value === true : value;
}

export function wrongUsage(problem: string): CommanderError {
  return new CommanderError(2, 'wrong_usage', problem);
}
