import type { Command } from 'commander';
import type { Registry } from '../../application/kernel/registry.js';
import type { Extension } from '../extensions/extension.js';
import { requireAssembly } from './extensions-command.js';
import { printing } from './outcome.js';

export function addOpenApiCommand(program: Command, registry: Registry, extensions: readonly Extension[]): void {
  program
    .command('openapi')
    .description('print the OpenAPI document that the service serves; needs no database')
    .action(
      printing(async () => {
        const { openApiDocument } = await import('../../adapters/http/openapi.js');
        await requireAssembly(extensions);
        const document = openApiDocument(registry);
        return { document, text: JSON.stringify(document, null, 2) };
      }),
    );
}
