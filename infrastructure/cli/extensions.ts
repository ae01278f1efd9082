import { resolve } from 'node:path';
import type { Extension } from '../extensions/extension.js';
import { inOneLine } from '../server/process-life.js';
import { argument, command } from './command.js';
import { asJson } from './outcome.js';

const openapi = command({
  name: 'openapi',
  about: 'print the OpenAPI document that the service serves; needs no database',
  async run({ registry, extensions }) {
    const { openApiDocument } = await import('../../adapters/http/openapi.js');
    await requireAssembly(extensions);
    const document = openApiDocument(registry);
    return { document, text: asJson(document) };
  },
});

const list = command({
  name: 'extensions',
  about: 'list the extensions that EXTENSIONS names, and what each adds; needs no database',
  async run({ extensions }) {
    await requireAssembly(extensions);
    const document = extensions.map(shown);
    const none = 'There are no extensions: the setting EXTENSIONS names none.';
    return { document, text: document.map(inText).join('\n\n') || none };
  },
});

const build = command({
  name: 'extensions build',
  about: 'compile an extension in TypeScript into one file, for a deployment without a compiler',
  input: {
    module: argument('<module>', 'the module that exports the extension, such as extension.ts'),
    file: argument('<file>', 'the file to write, such as my-rules.mjs'),
  },
  async run(_, { module, file }) {
    const { bundle } = await import('../extensions/bundled.js');
    await bundle(resolve(module), resolve(file)).catch((error: unknown) => {
      throw new Error(`${module} cannot be compiled: ${inOneLine(error)}`, { cause: error });
    });
    return { document: { file }, text: `Wrote ${file}.` };
  },
});

export const openapiCommands = [openapi];
export const extensionCommands = [list, build];

/** Imported on demand: the tables need the database's libraries. @throws Error when the service would not start with the extensions */
async function requireAssembly(extensions: readonly Extension[]): Promise<void> {
  if (extensions.length === 0) return;
  const { Assembly } = await import('../extensions/assembly.js');
  new Assembly(extensions);
}

function shown({ name, about, areas, fields, guards, reactions, provides, storages }: Extension) {
  return {
    name,
    about,
    areas: areas.map((area) => area.name),
    operations: areas.flatMap(({ operations }) => operations.map((operation) => operation.name)),
    fields: fields.map(({ record, outsideName }) => `${record.type.name}.${outsideName}`),
    guards: guards.map(({ operation, guard, errors }) => ({ operation: operation.name, guard: guard.made.name, errors })),
    reactions: reactions.map(({ kind, reaction }) => ({ event: kind, reaction: reaction.made.name })),
    ports: provides.map(({ port, made }) => ({ port: port.name, implementation: made.name })),
    tables: storages.flatMap(({ tables }) => tables.map((table) => table.name)),
  };
}

function inText({ name, about, areas, operations, fields, guards, reactions, ports, tables }: ReturnType<typeof shown>): string {
  const parts = [
    ['areas', areas],
    ['operations', operations],
    ['tables', tables],
    ['fields', fields],
    ['guards', guards.map(({ operation, guard, errors }) => `${guard} before ${operation} (${errors.join(', ')})`)],
    ['reactions', reactions.map(({ event, reaction }) => `${reaction} when ${event}`)],
    ['ports', ports.map(({ port, implementation }) => `${port} by ${implementation}`)],
  ] as const;
  const lines = parts.filter(([, list]) => list.length > 0).map(([what, list]) => `  ${what.padEnd(10)}  ${list.join(', ')}`);
  return [`${name}: ${about}`, ...lines].join('\n');
}
