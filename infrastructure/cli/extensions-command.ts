import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Extension } from '../extensions/extension.js';
import { inOneLine } from '../server/process-life.js';
import { printing, type Outcome } from './outcome.js';

export function addExtensionsCommand(program: Command, extensions: readonly Extension[]): void {
  const command = program
    .command('extensions')
    .description('list the extensions that EXTENSIONS names, and what each adds; needs no database')
    .action(
      printing(async () => {
        await requireAssembly(extensions);
        return listOf(extensions);
      }),
    );
  command
    .command('build')
    .description('compile an extension in TypeScript into one file, for a deployment without a compiler')
    .argument('<module>', 'the module that exports the extension, such as extension.ts')
    .argument('<file>', 'the file to write, such as my-rules.mjs')
    .action(printing(compile));
}

/** Imported on demand: the tables need the database's libraries. @throws Error when the service would not start with the extensions */
export async function requireAssembly(extensions: readonly Extension[]): Promise<void> {
  if (extensions.length === 0) return;
  const { Assembly } = await import('../extensions/assembly.js');
  new Assembly(extensions);
}

async function compile(module: string, file: string): Promise<Outcome> {
  const { bundle } = await import('../extensions/bundled.js');
  await bundle(resolve(module), resolve(file)).catch((error: unknown) => {
    throw new Error(`${module} cannot be compiled: ${inOneLine(error)}`, { cause: error });
  });
  return { document: { file }, text: `Wrote ${file}.` };
}

function listOf(extensions: readonly Extension[]): Outcome {
  const document = extensions.map(inDocument);
  if (document.length === 0) return { document, text: 'There are no extensions: the setting EXTENSIONS names none.' };
  return { document, text: document.map(inText).join('\n\n') };
}

type Listed = ReturnType<typeof inDocument>;

function inDocument({ name, about, areas, guards, reactions, provides, storages }: Extension) {
  return {
    name,
    about,
    areas: areas.map((area) => area.name),
    operations: areas.flatMap(({ operations }) => operations.map((operation) => operation.name)),
    guards: guards.map(({ operation, guard, errors }) => ({ operation: operation.name, guard: guard.made.name, errors })),
    reactions: reactions.map(({ kind, reaction }) => ({ event: kind, reaction: reaction.made.name })),
    ports: provides.map(({ port, made }) => ({ port: port.name, implementation: made.name })),
    tables: storages.flatMap(({ tables }) => tables.map((table) => table.name)),
  };
}

function inText({ name, about, areas, operations, guards, reactions, ports, tables }: Listed): string {
  const parts = [
    ['areas', areas],
    ['operations', operations],
    ['tables', tables],
    ['guards', guards.map(({ operation, guard, errors }) => `${guard} before ${operation} (${errors.join(', ')})`)],
    ['reactions', reactions.map(({ event, reaction }) => `${reaction} when ${event}`)],
    ['ports', ports.map(({ port, implementation }) => `${port} by ${implementation}`)],
  ] as const;
  const lines = parts.filter(([, list]) => list.length > 0).map(([what, list]) => `  ${what.padEnd(10)}  ${list.join(', ')}`);
  return [`${name}: ${about}`, ...lines].join('\n');
}
