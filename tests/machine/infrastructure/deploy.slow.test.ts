import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../support/certificate.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

/** Debian puts servers where only root looks for programs. */
const PATH = `${process.env['PATH']}:/usr/sbin`;

interface Ended {
  readonly code: number;
  readonly output: string;
}

function run(program: string, args: readonly string[], cwd = '.'): Promise<Ended> {
  return promisify(execFile)(program, args, { cwd, env: { PATH } }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (reason: unknown) => {
      const error = reason as { code: number | string; stdout: string; stderr: string }; // safe: `execFile` adds these
      if (error.code === 'ENOENT') throw new Error(`this test needs Debian’s package of ${program}`, { cause: error });
      return { code: Number(error.code), output: `${error.stdout}${error.stderr}` };
    },
  );
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deploy-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the rules for Prometheus', () => {
  it('are valid, and each fires when it must and only then', async () => {
    expect(await run('promtool', ['check', 'config', 'prometheus.yml'], 'deploy/prometheus')).toMatchObject({ code: 0 });
    expect(await run('promtool', ['test', 'rules', 'alerts.test.yml'], 'deploy/prometheus')).toMatchObject({ code: 0 });
  });

  it('have tests that notice a wrong limit', async () => {
    const copy = join(folder, 'prometheus');
    await cp('deploy/prometheus', copy, { recursive: true });
    const rules = await readFile(join(copy, 'alerts.yml'), 'utf8');
    await writeFile(
      join(copy, 'alerts.yml'),
      rules.replace('max(texts_due_oldest_seconds) > 120', 'max(texts_due_oldest_seconds) > 9000'),
    );
    const { code, output } = await run('promtool', ['test', 'rules', 'alerts.test.yml'], copy);
    expect([code, output]).toEqual([1, expect.stringContaining('TextsWait')]);
  });

  it('have a test for each rule', async () => {
    const namesIn = async (file: string, form: RegExp) =>
      [...(await readFile(file, 'utf8')).matchAll(form)].map(([, name]) => name);
    const rules = await namesIn('deploy/prometheus/alerts.yml', /alert: (\w+)/g);
    for (const colour of ['red', 'green'])
      expect((await namesIn('deploy/prometheus/alerts.test.yml', new RegExp(`name: (\\w+) is ${colour}`, 'g'))).sort()).toEqual(
        [...rules].sort(),
      );
  });
});

it('the unit for systemd is valid, and starts Node as npm start does', async () => {
  const unit = await readFile('deploy/systemd/shop-operations@.service', 'utf8');
  const file = join(folder, 'shop-operations@.service');
  await writeFile(file, unit.replaceAll('/usr/bin/node', process.execPath));
  expect(await run('systemd-analyze', ['verify', file])).toEqual({ code: 0, output: '' });
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } };
  const flagsIn = (text: string) => text.match(/ --[\w-]+(?:=\d+)?/g);
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  expect(flagsIn(command)).toEqual(flagsIn(scripts.start));
});

describe('a proxy in front of two instances', () => {
  let database: TestDatabase;
  let instances: WholeService[];
  let proxy: ChildProcess | undefined;
  let port: number;
  let key: string;

  beforeAll(async () => {
    database = await cloneDatabase();
    await mkdir(join(folder, 'ssl'));
    await writeFile(join(folder, 'ssl/fullchain.pem'), CERTIFICATE);
    await writeFile(join(folder, 'ssl/privkey.pem'), CERTIFICATE_KEY);
    await writeFile(join(folder, 'ssl/shop.pem'), `${CERTIFICATE}${CERTIFICATE_KEY}`);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    instances = [await startWholeService(database.url), await startWholeService(database.url)];
    const [first] = instances;
    key = (await first!.key(await first!.shop())).token ?? '';
    port = await freePort();
  });
  afterEach(async () => {
    if (proxy?.exitCode === null) {
      const ended = once(proxy, 'exit');
      proxy.kill('SIGTERM');
      await ended;
    }
    await Promise.all(instances.map((instance) => instance.stop()));
  });

  /** The sample with the ports, certificates and temporary files of this test. */
  async function configured(sample: string): Promise<string> {
    const [one = '', two = ''] = instances.map(({ url }) => new URL(url).port);
    const text = (await readFile(sample, 'utf8'))
      .replaceAll('/etc/ssl/shop', join(folder, 'ssl'))
      .replaceAll(/(listen|bind :)(\s*)443/g, (_, word: string, blank: string) => `${word}${blank}${port}`)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${one}`)
      .replaceAll('127.0.0.1:3001', `127.0.0.1:${two}`);
    const file = join(folder, 'proxy.conf');
    await writeFile(file, text);
    return file;
  }

  const asks = (method: string, path: string, body?: object): Promise<{ status: number | undefined; headers: object }> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const sent = request({ host: '127.0.0.1', port, path, method, headers, rejectUnauthorized: false }, (answer) => {
        answer.resume().once('end', () => {
          resolve({ status: answer.statusCode, headers: answer.headers });
        });
      });
      sent.once('error', reject).end(body && JSON.stringify(body));
    });

  /** Opens a stream of events, which has no end. */
  const stream = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
      const options = { host: '127.0.0.1', port, path: '/api/v1/events', headers, rejectUnauthorized: false };
      request(options, resolve).once('error', reject).end();
    });

  const nginx = async (): Promise<ChildProcess> => {
    const site = await configured('deploy/nginx/shop.conf');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${join(folder, kind)};`,
    );
    const main = join(folder, 'nginx.conf');
    const head = `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr; events {}`;
    await writeFile(main, `${head} http { access_log off; ${temporary.join(' ')} include ${site}; }`);
    expect(await run('nginx', ['-t', '-c', main])).toMatchObject({ code: 0 });
    return spawn('nginx', ['-c', main], { env: { PATH }, stdio: 'ignore' });
  };
  const haproxy = async (): Promise<ChildProcess> => {
    const file = await configured('deploy/haproxy/haproxy.cfg');
    expect(await run('haproxy', ['-c', '-f', file])).toMatchObject({ code: 0 });
    return spawn('haproxy', ['-f', file], { env: { PATH }, stdio: 'ignore' });
  };

  it.each([
    ['nginx', nginx],
    ['haproxy', haproxy],
  ])('by the sample for %s leads to an instance, hides what is inside, and goes on with the other instance', async (_, start) => {
    proxy = await start();
    const first = await eventually(
      () => asks('GET', '/api/v1/leads').catch(() => null),
      (answer) => answer?.status === 200,
    );
    expect(first).toMatchObject({ status: 200, headers: { 'strict-transport-security': 'max-age=31536000' } });
    expect((await asks('GET', '/readyz')).status).toBe(404);
    await instances.pop()?.stop();
    const statuses: (number | undefined)[] = [];
    for (let lead = 0; lead < 20; lead += 1)
      statuses.push((await asks('POST', '/api/v1/leads', { name: `Lead ${lead}` })).status);
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 201));
  });

  it('by the sample for haproxy serves requests while streams of events stay open', async () => {
    const file = await configured('deploy/haproxy/haproxy.cfg');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('maxconn 48', 'maxconn 1'));
    proxy = spawn('haproxy', ['-f', file], { env: { PATH }, stdio: 'ignore' });
    await eventually(
      () => asks('GET', '/api/v1/leads').catch(() => null),
      (answer) => answer?.status === 200,
    );
    const streams = await Promise.all([1, 2, 3].map(stream));
    expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await asks('GET', '/api/v1/leads')).status).toBe(200);
    for (const each of streams) each.destroy();
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
