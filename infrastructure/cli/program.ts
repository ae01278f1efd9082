import { Command } from 'commander';
import type { Registry } from '../../application/kernel/registry.js';
import { extendedRegistry } from '../extensions/bundled.js';
import type { Extension } from '../extensions/extension.js';
import { archiveCommands } from './archives.js';
import { automationCommands } from './automations.js';
import { backupCommands, restoreCommands } from './backup.js';
import { buildInfo, inWords } from '../server/build-info.js';
import type { DeclaredCommand, Terminal } from './command.js';
import { customerCommands } from './customers.js';
import { databaseCommands } from './database.js';
import { demoCommands } from './demo.js';
import { eventCommands } from './events.js';
import { extensionCommands, openapiCommands } from './extensions.js';
import { keyCommands } from './keys.js';
import { mcpCommands } from './mcp.js';
import { messageCommands } from './messages.js';
import { numberCommands, optOutCommands } from './numbers.js';
import { outgoingCommands } from './outgoing.js';
import { recordingsCommands } from './recordings.js';
import { sandboxCommands } from './sandbox.js';
import { Sessions } from './session.js';
import { shopCommands } from './shops.js';
import { staffCommands } from './staff.js';
import { transferCommands } from './transfer.js';
import { wakeCommands } from './wake.js';
import { webhookCommands } from './webhooks.js';
import { account } from './who-ran.js';

export function createProgram(env: NodeJS.ProcessEnv, terminal: Terminal, extensions: readonly Extension[]): Command {
  const { stdout, stderr } = terminal;
  const registry = extendedRegistry(extensions);
  const program = new Command('shop-ops')
    .description('Runs a shop operations service: its shops, keys, database and demo data.')
    .version(inWords(buildInfo()), '--version', 'print the release and the commit of this build')
    .option('--json', 'print exactly one JSON document on stdout')
    .option('--as <name>', 'who runs a command that changes something, for the log and for events; by default the account')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: () => undefined, // run-command.ts prints the error as one line
    })
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nSettings come from the environment and a .env file. Without DATABASE_URL the embedded database is used,\n' +
        'whether the service is running or not.\nExit codes: 0 done, 1 refused or failed (the reason is on stderr), 2 wrong usage.',
    );
  const operator = (): string => program.opts<{ as?: string }>().as ?? account(env);
  const sessions = new Sessions({ env, extensions, operator, as: 'visitor' });
  const surroundings = { stdout, stderr, env, extensions, registry, operator, sessions };
  for (const part of partsOf(registry)) {
    if ('addTo' in part) part.addTo(program, surroundings);
    else program.command(part[0]).description(part[1]);
  }
  return program;
}

/** The commands in the order of the help. The name and the description of a group stand before its commands. */
export function partsOf({ importKinds }: Registry): readonly (DeclaredCommand | readonly [name: string, about: string])[] {
  return [
    ['shop', 'make shops, see them, change their settings, suspend them'],
    ...shopCommands,
    ...archiveCommands,
    ['key', 'mint API keys, see them, rotate and revoke them'],
    ...keyCommands,
    ['staff', 'manage the staff of a shop'],
    ...staffCommands,
    ['number', 'manage the phone lines of a shop'],
    ...numberCommands,
    ['customer', 'manage the customers of a shop'],
    ...customerCommands,
    ['optouts', 'manage the numbers that a shop may not text'],
    ...optOutCommands,
    ['automation', 'manage the rules by which a shop acts by itself'],
    ...automationCommands,
    ['message', 'find out what became of a text'],
    ...messageCommands,
    ['webhook', 'see the webhooks of a shop, and deliver again'],
    ...webhookCommands,
    ['outgoing', 'stop all that leaves the service, and let it leave again'],
    ...outgoingCommands,
    ['sandbox', 'see what the sandbox got instead of sending it, and play a customer'],
    ...sandboxCommands,
    ...eventCommands,
    ['migrate', 'bring the tables of the database up to date'],
    ...databaseCommands,
    ['backup', 'save the database and the files, and prove that they can be restored'],
    ...backupCommands,
    ...restoreCommands,
    ...wakeCommands,
    ...transferCommands(importKinds),
    ['recordings', 'carry recordings, voicemail and attachments to another deployment'],
    ...recordingsCommands,
    ['demo', 'the demo shops'],
    ...demoCommands,
    ...openapiCommands,
    ['mcp', 'connect assistants, which call the tools of a shop'],
    ...mcpCommands,
    ...extensionCommands,
  ];
}
