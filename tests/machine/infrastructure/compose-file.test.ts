import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { withSecretsOfFiles } from '../../../infrastructure/settings/secret-files.js';

let file: string;
beforeAll(async () => {
  file = await readFile('compose.yaml', 'utf8');
});

/** The lines below the first key with this name that has no value in its own line. */
function part(name: string): string {
  const [, indent = '', text = ''] = new RegExp(`^( *)${name}:(?: &\\w+)?\\n((?:\\1 +.*\\n|\\s*\\n)*)`, 'm').exec(file) ?? [];
  return text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

describe('compose.yaml', () => {
  it('gives the service every setting of .env, and its secrets as files', () => {
    expect(part('x-service')).toMatch(/env_file:\s+- path: \.env/);
    for (const name of ['api', 'worker']) expect(part(name)).toMatch(/<<: \*service/);
    const named = [...part('environment').matchAll(/(\w+)_FILE: (\S+)/g)].map(([, setting = '', path = '']) => [setting, path]);
    expect(named).toEqual([
      ['DATABASE_URL', '/run/secrets/app_url'],
      ['SIGNING_KEYS', '/run/secrets/signing_keys'],
    ]);
    // The service knows both by these names.
    const files = Object.fromEntries(named.map(([setting]) => [`${setting}_FILE`, 'package.json']));
    expect(Object.keys(withSecretsOfFiles(files).given)).toEqual(expect.arrayContaining(named.map(([setting]) => setting)));
  });

  it('lets the service write to its data alone, with no rights of root', () => {
    const service = part('x-service');
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'security_opt: ["no-new-privileges:true"]', 'max-size: 20m'])
      expect(service).toContain(line);
  });

  it('has a volume for backups, of which the image lets the service write', async () => {
    expect(part('x-service')).toContain('- backups:/app/.backups');
    expect(file.split('\nvolumes:\n')[1]).toContain('  backups:\n');
    expect(await readFile('Dockerfile', 'utf8')).toContain('COPY --from=build --chown=node:node /app/.backups ./.backups\n');
  });

  it('publishes the API to this machine alone, and nothing else', () => {
    const ports = [...file.matchAll(/ports: \["([^"]*)"\]/g)].map(([, port]) => port);
    expect([ports, file.match(/ports:/g)?.length]).toEqual([['127.0.0.1:${PUBLISH:-3000}:3000'], 1]);
  });

  it('names an image that can be gone back to', () => {
    expect(part('x-service')).toMatch(/image: shop-operations:\$\{VERSION:-[\d.]+\}/);
  });

  it('names every foreign image by its version and its digest, as the Dockerfile does', async () => {
    const images = [...file.matchAll(/_IMAGE:-([^}]+)\}/g)].map(([, image]) => image);
    expect(images).toHaveLength(3);
    for (const image of images) expect(image).toMatch(/^\w+:\d[\w.-]+@sha256:[0-9a-f]{64}$/);
    expect(await readFile('Dockerfile', 'utf8')).toContain(`ARG NODE_IMAGE=${images[0]}\n`);
  });

  it('migrates as the owner, and runs the service as the role of deploy/roles.sql', async () => {
    expect(part('migrate')).toContain('command: [shop-ops, migrate, --grant-to, shop_app]');
    expect(part('migrate')).toContain('/run/secrets/owner_url');
    expect(await readFile('deploy/roles.sql', 'utf8')).toMatch(/create role shop_app .*nosuperuser/);
  });
});

describe('deploy/make-secrets.sh', () => {
  it('makes each secret that compose.yaml names, and keeps what is there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'make-secrets-'));
    const make = () => promisify(execFile)('sh', [resolve('deploy/make-secrets.sh')], { cwd: folder });
    const read = async (name: string) => readFile(join(folder, 'secrets', name), 'utf8');
    await make();
    const names = [...file.matchAll(/file: secrets\/(\w+)/g)].map(([, name = '']) => name);
    expect((await readdir(join(folder, 'secrets'))).sort()).toEqual([...names].sort());
    expect((await stat(join(folder, 'secrets'))).mode & 0o777).toBe(0o700);
    const before = await Promise.all(names.map(read));
    expect(await read('app_url')).toBe(
      `postgres://shop_app:${(await read('app_password')).trim()}@database:5432/shop_operations\n`,
    );
    await make();
    expect(await Promise.all(names.map(read))).toEqual(before);
    expect(new Set(before).size).toBe(names.length);
    await rm(folder, { recursive: true });
  });
});
