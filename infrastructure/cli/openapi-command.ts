import type { Command } from 'commander';
import { printing } from './outcome.js';

export function addOpenApiCommand(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI document that the service serves; needs no database')
    .action(
      printing(async () => {
        const { openApiDocument } = await import('../../adapters/http/openapi.js');
        const { operations } = await import('../../application/operations.js');
        const document = openApiDocument(operations);
        return { document, text: JSON.stringify(document, null, 2) };
      }),
    );
}
