import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from './eventually.js';

/** A service in a process of its own. */
export interface ServiceProcess {
  readonly url: string;
  /** the lines of its log */
  log(): readonly LogLine[];
  /** Sends SIGTERM, and resolves with the exit code and how long it took. */
  stop(): Promise<{ readonly code: number | null; readonly ms: number }>;
}

export interface LogLine {
  readonly msg: string;
  readonly reason?: string;
  readonly requestId?: string;
  readonly trace_id?: string;
  readonly span_id?: string;
}

const children: ChildProcess[] = [];

/** Ends the processes that a failed test has left. */
export function killServices(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL');
}

export async function startServiceProcess(databaseUrl: string, env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const settings = {
    ...{ DATABASE_URL: databaseUrl, SIGNING_KEYS: 'a-signing-key-of-the-tests', VIN_DECODER_URL: 'off' },
    ...{ PORT: '0', STOP_PAUSE: '0', RATE_LIMIT: '0', ...env },
  };
  const { PATH, HOME } = process.env;
  const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'];
  const child = spawn(process.execPath, ['bin/start.mjs'], { env: { PATH, HOME, ...settings }, stdio });
  children.push(child);
  let [output, logged] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (logged += chunk));
  const ended = once(child, 'exit');
  const url = await eventually(
    () => /Base URL +(http:\/\/\S+)/.exec(output)?.[1] ?? '',
    (found) => found !== '' || child.exitCode !== null,
    60_000,
  );
  if (url === '') throw new Error(`the service ended: ${logged}`);
  const lines = (): string[] => logged.split('\n').filter((line) => line.startsWith('{'));
  return {
    url,
    log: () => lines().map((line) => JSON.parse(line) as LogLine),
    stop: async () => {
      const told = performance.now();
      child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      return { code, ms: performance.now() - told };
    },
  };
}
