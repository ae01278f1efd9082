import { Command } from 'commander';
import { addDemoCommands } from './demo-commands.js';
import { addDoctorCommand } from './doctor-command.js';
import { addKeyCommands } from './key-commands.js';
import { addMigrateCommands } from './migrate-commands.js';
import { addOpenApiCommand } from './openapi-command.js';
import { Sessions } from './session.js';
import { addShopCommands } from './shop-commands.js';

export function createProgram(env: NodeJS.ProcessEnv): Command {
  const program = new Command('shop-ops')
    .description('Runs a shop operations service: its shops, keys, database and demo data.')
    .option('--json', 'print exactly one JSON document on stdout')
    .exitOverride()
    .configureOutput({ outputError: () => undefined }) // run-command says it in one line
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nSettings come from the environment and a .env file. Without DATABASE_URL the embedded database is used,\n' +
        'whether the service is running or not.\nExit codes: 0 done, 1 refused or failed (the reason is on stderr), 2 wrong usage.',
    );
  const sessions = new Sessions(env);
  addShopCommands(program, sessions);
  addKeyCommands(program, sessions);
  addMigrateCommands(program, sessions);
  addDoctorCommand(program, env);
  addDemoCommands(program, sessions);
  addOpenApiCommand(program);
  return program;
}
