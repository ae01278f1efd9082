import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';

/** The line that the program writes on stdout: the database that it opened, or the reason why it could not open it. */
export interface Report {
  readonly url?: string;
  readonly owner?: boolean;
  readonly error?: string;
  readonly message?: string;
}

// jest compiles code only for its own process, so the program in the other process imports the built service.
const BUILT = pathToFileURL(resolve('dist/infrastructure/embedded-postgres/embedded-postgres.js')).href;
const PROGRAM = `
import { ownEmbeddedPostgres, visitEmbeddedPostgres } from '${BUILT}';
const [kind, dataDir] = process.argv.slice(2);
const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
try {
  const opened = await (kind === 'own' ? ownEmbeddedPostgres : visitEmbeddedPostgres)(dataDir);
  process.once('SIGTERM', () => void opened.stop());
  say({ url: opened.url, owner: opened.owner });
} catch (error) {
  say({ error: error.name, message: error.message });
}
`;

export function writeProgram(file: string): Promise<void> {
  return writeFile(file, PROGRAM);
}

/** Starts a process that opens the embedded database as its owner or as a visitor, and closes it on SIGTERM. */
export function databaseProcess(program: string, kind: 'own' | 'visit', dataDir: string, options: SpawnOptions): ChildProcess {
  return spawn(process.execPath, [program, kind, dataDir], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
}

export async function listen(process: ChildProcess): Promise<Report> {
  let text = '';
  for await (const chunk of process.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return JSON.parse(text) as Report;
}

export async function ended(process: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const exit = once(process, 'exit');
  process.kill(signal);
  await exit;
}

export async function query(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
