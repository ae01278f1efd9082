import { spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { expect } from '@jest/globals';
import { runCommand } from '../../infrastructure/cli/run-command.js';

export interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout, parsed as the one JSON document that a command prints with `--json` */
  readonly document: any; // oxlint-disable-line typescript/no-explicit-any -- tests read documents as they come
}

/**
 * The environment of a command: the given settings, PATH and HOME. STOP_PAUSE is 0 by default, because in a test no load balancer
 * needs time to send requests elsewhere.
 */
export function bareEnvironment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, STOP_PAUSE: '0', ...settings };
}

/**
 * Runs `shop-ops …` in the environment that `bareEnvironment` returns. The command runs in this process, because a new process
 * for each command would take longer.
 */
export async function command(settings: Readonly<Record<string, string>>, ...args: string[]): Promise<Ran> {
  const output = { stdout: '', stderr: '' };
  // The log goes past the terminal of the test, so only what must be seen is logged.
  const exitCode = await runCommand(
    args,
    { LOG_LEVEL: 'warn', ...bareEnvironment(settings) },
    {
      stdout: new Writable({
        decodeStrings: false,
        write: (text: string, _encoding, done) => {
          output.stdout += text;
          done();
        },
      }),
      stderr: { write: (text) => (output.stderr += text) },
    },
  );
  // An import makes its process collect garbage more often, which makes the process slower. The tests run in the same process,
  // so this is undone.
  setFlagsFromString('--heap-growing-percent=0');
  return ranWith(exitCode, output);
}

/** Runs `node bin/shop-ops.mjs …` in a process of its own, in the environment that `bareEnvironment` returns. */
export function shopOps(settings: Readonly<Record<string, string>>, ...args: string[]): Promise<Ran> {
  return run(process.execPath, ['bin/shop-ops.mjs', ...args], settings);
}

export async function run(file: string, args: readonly string[], settings: Readonly<Record<string, string>>): Promise<Ran> {
  const child = spawn(file, args, { env: bareEnvironment(settings), stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (chunk: string) => (output[stream] += chunk));
  }
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return ranWith(exitCode, output);
}

function ranWith(exitCode: number | null, output: { readonly stdout: string; readonly stderr: string }): Ran {
  return {
    exitCode,
    ...output,
    get document() {
      return JSON.parse(output.stdout) as unknown;
    },
  };
}

/** Expects a refused command: one line on stderr with the reason, and the same text in the JSON document on stdout. */
export function expectRefusal(ran: Ran, exitCode: number, reason: RegExp | string): void {
  expect(ran.exitCode).toBe(exitCode);
  expect(ran.stderr).toMatch(/^shop-ops: [^\n]+\n$/);
  if (typeof reason === 'string') expect(ran.stderr).toContain(reason);
  else expect(ran.stderr).toMatch(reason);
  expect(ran.document.error.message).toBe(ran.stderr.slice('shop-ops: '.length, -1));
}
