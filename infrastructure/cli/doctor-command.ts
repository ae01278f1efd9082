import type { Command } from 'commander';
import type { Finding } from '../doctor/finding.js';
import type { Extension } from '../extensions/extension.js';
import { printing, type Outcome } from './outcome.js';

export function addDoctorCommand(program: Command, env: NodeJS.ProcessEnv, extensions: readonly Extension[]): void {
  program
    .command('doctor')
    .description('examine settings, database, migrations, clock and folders, and say how to correct them; changes nothing')
    .action(printing(() => doctor(env, extensions)));
}

async function doctor(env: NodeJS.ProcessEnv, extensions: readonly Extension[]): Promise<Outcome> {
  const { examine } = await import('../doctor/examine.js');
  const findings = await examine(env, extensions);
  const failed = findings.filter(({ status }) => status === 'fail').map(({ check }) => check);
  const warned = findings.some(({ status }) => status === 'warn');
  return {
    document: { status: failed.length > 0 ? 'fail' : warned ? 'warn' : 'ok', findings },
    text: findings.map(inLines).join('\n'),
    failure: failed.length > 0 ? `these checks failed: ${failed.join(', ')}` : undefined,
  };
}

function inLines({ check, status, detail, advice }: Finding): string {
  const line = `${status.padEnd(4)}  ${check}: ${detail}`;
  return advice === null ? line : `${line}\n      → ${advice}`;
}
