import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aPhoneNumber } from '../../support/builders/a-phone-number.js';
import { eventually } from '../../support/eventually.js';
import { startTestService, type TestService } from '../../support/service.js';

const run = promisify(execFile);
let service: TestService;
let project: string;

beforeAll(async () => {
  service = await startTestService();
  project = await mkdtemp(join(tmpdir(), 'client-project-'));
});
afterAll(async () => {
  await service.stop();
  await rm(project, { recursive: true, force: true });
});

describe('a project that installs the package', () => {
  it('sends a text by the lines of the README', async () => {
    await run('npm', ['run', 'client']);
    const { stdout: file } = await run('npm', ['pack', './client', '--pack-destination', project]);
    await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true }));
    await run('npm', ['install', '--no-audit', '--no-fund', file.trim()], { cwd: project });
    const page = await readFile('client/README.md', 'utf8');
    const [, lines = ''] = /```js file=send-text\.mjs\n(.*?)```/s.exec(page) ?? [];
    await writeFile(join(project, 'send-text.mjs'), lines);

    const shop = await service.shop();
    await aPhoneNumber(service, shop, { is_primary: true });
    const env = { PATH: process.env['PATH'], API: `${service.url}/api/v1`, KEY: String(shop.full.token) };
    for (let sent = 1; sent <= 2; sent += 1) {
      const { stdout } = await run(process.execPath, ['send-text.mjs'], { cwd: project, env });
      expect(stdout).toBe('The text to +16135550187 is queued.\n');
      expect((await shop.read.get('/customers')).body.data.length).toBe(1);
    }
  });

  it('gets the types', async () => {
    const source = `import { ShopOperations, type Lead } from 'shop-operations-client';
      const shop = new ShopOperations({ baseUrl: 'https://shop.example', key: 'sk_shop_x' });
      export const lead: Promise<Lead> = shop.leads.create({ name: 'Dana Whitfield' });
      // @ts-expect-error -- a lead needs a name
      export const nobody: Promise<Lead> = shop.leads.create({ phone: '613 555 0142' });`;
    await writeFile(join(project, 'typed.ts'), source);
    const compilerOptions = {
      noEmit: true,
      strict: true,
      target: 'es2022',
      module: 'nodenext',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
    };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
    await run(process.execPath, [join(process.cwd(), 'node_modules/typescript/bin/tsc'), '-p', project]);
  }, 60_000);

  it('runs the examples', async () => {
    for (const example of ['website', 'crm-sync']) await cp(`examples/${example}`, join(project, example), { recursive: true });
    const shop = await service.shop();
    await shop.full.post('/leads', { name: 'Robin Hale' });
    const env = { ...process.env, API: service.url, KEY: String(shop.full.token), PORT: String(await freePort()) };
    const website = spawn(process.execPath, ['website/server.mjs'], { cwd: project, env });
    const sync = spawn(process.execPath, ['crm-sync/run.mjs', 'crm'], { cwd: project, env });
    try {
      await once(website.stdout, 'data');
      expect(await (await fetch(`http://127.0.0.1:${env.PORT}/`)).text()).toContain('<h1>Our services</h1>');
      const leads = (): Promise<string[]> => readdir(join(project, 'crm/leads')).catch(() => []);
      expect((await eventually(leads, ({ length }) => length > 0)).length).toBe(1);
      sync.kill('SIGTERM');
      expect(await once(sync, 'exit')).toEqual([0, null]);
    } finally {
      website.kill();
      sync.kill();
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
