import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

describe('the package of the client', () => {
  it('is as the registry declares the operations, and not too large', async () => {
    const { stdout } = await run(process.execPath, ['workshop/client/run.mjs', '--check']);
    expect(stdout).toMatch(/^the client has \d+ bytes, \d+ by gzip\n$/);
  });

  it('compiles without the types of Node', async () => {
    await run(process.execPath, [
      'node_modules/typescript-native/bin/tsc',
      '-p',
      'client',
      '--noEmit',
      '--declaration',
      'false',
      '--emitDeclarationOnly',
      'false',
    ]);
  });

  it('depends on no other package', async () => {
    const { dependencies, peerDependencies } = JSON.parse(await readFile('client/package.json', 'utf8')) as Record<
      string,
      unknown
    >;
    expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
  });
});
