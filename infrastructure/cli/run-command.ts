import { CommanderError } from 'commander';
import { ShopError } from '../../domain/shared/errors.js';
import { loadExtensions } from '../extensions/load-extensions.js';
import { inOneLine } from '../server/process-life.js';
import { extensionsIn, WrongSettings } from '../settings/settings.js';
import type { Terminal } from './command.js';
import { asJson, Failed } from './outcome.js';
import { createProgram } from './program.js';
import { Stopped } from './session.js';

const REFUSED = 1;
const WRONG_USAGE = 2;

/**
 * Runs a command of the command line.
 * @returns the exit code: 0 done, 1 refused or failed, 2 wrong usage, 3 done in part (import), 128 + n ended by signal n
 */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv, terminal: Terminal = process): Promise<number> {
  try {
    const extensions = needsNoExtension(args) ? [] : await loadExtensions(extensionsIn(env));
    await createProgram(env, terminal, extensions).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0; // help was asked for
    const { code, line, exitCode } = refusalOf(error);
    terminal.stderr.write(`shop-ops: ${line}\n`);
    // With --json the error is also a document on stdout, except for a `Failed` command, which has written to stdout already.
    if (args.includes('--json') && !(error instanceof Failed))
      terminal.stdout.write(`${asJson({ error: { code, message: line } })}\n`);
    return exitCode;
  }
}

/** Help, the version, and the command that compiles the module which EXTENSIONS names, work while that module is not there. */
function needsNoExtension(args: readonly string[]): boolean {
  return args.some((arg) => ['--help', '-h', '--version'].includes(arg)) || args.join(' ').includes('extensions build');
}

function refusalOf(error: unknown): { code: string; line: string; exitCode: number } {
  const line = inOneLine(error);
  if (error instanceof Failed) return { code: 'failed', line, exitCode: error.exitCode };
  if (error instanceof Stopped) return { code: 'stopped', line, exitCode: error.exitCode };
  if (error instanceof CommanderError) {
    const problem = error.code === 'commander.help' ? 'the command is missing' : line.replace(/^error: /, '');
    return { code: 'wrong_usage', line: `${problem} (--help says more)`, exitCode: WRONG_USAGE };
  }
  if (error instanceof ShopError) return { code: error.code, line, exitCode: REFUSED };
  return { code: error instanceof WrongSettings ? 'wrong_setting' : 'failed', line, exitCode: REFUSED };
}
