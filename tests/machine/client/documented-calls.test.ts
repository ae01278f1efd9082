import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import request from 'supertest';
import { operations } from '../../support/registry.js';
import { sharedTestService } from '../../support/service.js';

/** The settings are those of a reader's own project. */
const COMPILER_OPTIONS = {
  ...{
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  },
  ...{ types: [], paths: { 'shop-operations-client': [resolve('client/source/shop-operations.ts')] } },
};

it('each call of the client on the docs page compiles with the client’s types', async () => {
  const service = await sharedTestService();
  const { text: page } = await request(service.server).get('/docs/');
  await service.stop();
  const samples = [...page.matchAll(/<section class="op" id="([^"]+)".*?data-tab="client">.*?<code>(.*?)<\/code>/gs)];
  const made = operations.filter(({ errors = [] }) => !errors.includes('not_implemented'));
  expect(samples.length).toBe(made.length);

  const folder = await mkdtemp(join(tmpdir(), 'documented-calls-'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  for (const [, name = '', html = ''] of samples) {
    const code = html
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<');
    await writeFile(join(folder, `${name}.mts`), code.replaceAll('&amp;', '&'));
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
  const compiler = resolve('node_modules/typescript-native/bin/tsc');
  const said = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch((error: unknown) => error);
  await rm(folder, { recursive: true });
  // The cast is safe: `execFile` gives what the program printed, also when it fails.
  expect((said as { readonly stdout: string }).stdout).toBe('');
});
