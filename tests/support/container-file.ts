import { readFileSync } from 'node:fs';

export interface Instruction {
  readonly name: string;
  readonly options: ReadonlyMap<string, string>;
  readonly argument: string;
}

export interface Stage {
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

const KNOWN = new Set(['ARG', 'FROM', 'WORKDIR', 'ENV', 'COPY', 'RUN', 'USER', 'EXPOSE', 'HEALTHCHECK', 'CMD', 'LABEL']);

/** Reads the stages of a Dockerfile. It refuses an unknown instruction, because the test could not carry it out. */
export function stagesOf(file: string): Stage[] {
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const instruction of instructionsOf(readFileSync(file, 'utf8'))) {
    if (instruction.name === 'FROM') {
      stages.push({ name: / as (\S+)$/i.exec(instruction.argument)?.[1] ?? 'runtime', instructions: [] });
    } else if (instruction.name !== 'ARG') {
      stages.at(-1)?.instructions.push(instruction);
    }
  }
  return stages;
}

function instructionsOf(text: string): Instruction[] {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  return lines.filter((line) => line.trim() !== '').map(instructionOf);
}

function instructionOf(line: string): Instruction {
  const [, name = '', flags = '', argument = ''] = /^([A-Z]+)((?:\s+--\S+)*)\s+(.*)$/.exec(line) ?? [];
  if (!KNOWN.has(name)) throw new Error(`${line}: not known here`);
  const options = flags.matchAll(/--([a-z-]+)=(\S+)/g);
  return { name, options: new Map([...options].map(([, key = '', value = '']) => [key, value])), argument };
}

/** Reads the program and its arguments from `["node", "main.js"]` or, in a HEALTHCHECK, `CMD ["node", "main.js"]`. */
export function execForm(argument: string): readonly [string, ...string[]] {
  return JSON.parse(argument.replace(/^CMD\s+/, '')) as [string, ...string[]];
}

/** Reads the variables of an ENV instruction: `A=1 B=2`. */
export function assignmentsOf(argument: string): Record<string, string> {
  return Object.fromEntries([...argument.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, key = '', value = '']) => [key, value]));
}

/**
 * The folders and files that a build may copy, according to a .dockerignore of the form `*`, `!name` … (everything is left out,
 * except these names).
 */
export function contextOf(ignoreFile: string): string[] {
  const [all, ...names] = readFileSync(ignoreFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (all !== '*' || names.some((name) => !/^![\w.-]+$/.test(name)))
    throw new Error(`${ignoreFile}: not of the form that is known here`);
  return names.map((name) => name.slice(1));
}
