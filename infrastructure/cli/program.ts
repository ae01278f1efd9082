import type { Writable } from 'node:stream';
import { Command } from 'commander';
import { extendedRegistry } from '../extensions/bundled.js';
import type { Extension } from '../extensions/extension.js';
import { addAutomationCommands } from './automation-commands.js';
import { addCustomerCommands } from './customer-commands.js';
import { addDemoCommands } from './demo-commands.js';
import { addDistributeCommand } from './distribute-command.js';
import { addDoctorCommand } from './doctor-command.js';
import { addEventCommand } from './event-command.js';
import { addExportCommand } from './export-command.js';
import { addExtensionsCommand } from './extensions-command.js';
import { addImportCommand } from './import-command.js';
import { addKeyCommands } from './key-commands.js';
import { addListenCommand } from './listen-command.js';
import { addMcpCommands } from './mcp-commands.js';
import { addMigrateCommands } from './migrate-commands.js';
import { addNumberCommands } from './number-commands.js';
import { addOpenApiCommand } from './openapi-command.js';
import { addOptOutCommands } from './optout-commands.js';
import { addRecordingsCommands } from './recordings-commands.js';
import { addSandboxCommands } from './sandbox-commands.js';
import { Sessions } from './session.js';
import { addShopCommands } from './shop-commands.js';
import { addStaffCommands } from './staff-commands.js';

interface Output {
  /** true: a person reads along, so a command may draw over what it has written */
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** The output streams of commands: results on stdout, errors and progress on stderr. */
export interface Terminal {
  /** a stream, because an export may be larger than memory */
  readonly stdout: Writable;
  readonly stderr: Output;
}

export function createProgram(env: NodeJS.ProcessEnv, terminal: Terminal, extensions: readonly Extension[]): Command {
  const { stdout, stderr } = terminal;
  const registry = extendedRegistry(extensions);
  const program = new Command('shop-ops')
    .description('Runs a shop operations service: its shops, keys, database and demo data.')
    .option('--json', 'print exactly one JSON document on stdout')
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
  const sessions = new Sessions(env, extensions);
  addShopCommands(program, sessions);
  addKeyCommands(program, sessions);
  addStaffCommands(program, sessions);
  addNumberCommands(program, sessions);
  addCustomerCommands(program, sessions);
  addOptOutCommands(program, sessions);
  addAutomationCommands(program, sessions);
  addSandboxCommands(program, sessions, terminal);
  addEventCommand(program, sessions, terminal);
  addListenCommand(program, sessions, terminal);
  addMigrateCommands(program, sessions);
  addDistributeCommand(program, sessions);
  addDoctorCommand(program, env, extensions);
  addImportCommand(program, sessions, terminal, registry.importKinds);
  addExportCommand(program, sessions, terminal, registry.importKinds);
  addRecordingsCommands(program, sessions, terminal);
  addDemoCommands(program, sessions);
  addOpenApiCommand(program, registry, extensions);
  addMcpCommands(program, env, registry);
  addExtensionsCommand(program, extensions);
  return program;
}
