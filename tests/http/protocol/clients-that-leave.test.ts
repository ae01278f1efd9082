import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { eventually } from '../../support/eventually.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await startTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

const NOBODY = '0197a1c0-0000-7000-8000-000000000000';

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.full.token}\r\n\r\n`;
}

async function opened(): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

describe('a client that asks for much and leaves without reading', () => {
  const descriptors = (): string[] =>
    readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/self/fd/${fd}`).replace(/\d+/g, 'N')];
      } catch {
        return []; // the one that listed them
      }
    }).sort();
  const connections = (): Promise<number> =>
    new Promise((resolve, reject) => {
      service.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });

  /** Each connection begins with another route, so that each route stands at the head of a queue and far behind one. */
  async function abandonAll(paths: readonly string[]): Promise<void> {
    const sockets = await Promise.all(paths.map(opened));
    for (const [index, socket] of sockets.entries()) {
      const rotated = [...paths.slice(index), ...paths.slice(0, index)];
      await new Promise((resolve) => socket.pause().write(rotated.map(get).join('').repeat(4), resolve));
    }
    await Promise.all(sockets.map((socket) => once(socket, 'readable')));
    for (const socket of sockets) socket.destroy();
    await eventually(connections, (count) => count === 0);
  }

  it('leaves no descriptor open, on any route', async () => {
    const paths = service.routes.filter(({ method }) => method === 'GET').map(({ path }) => path.replace(/:\w+/g, NOBODY));
    expect(paths).toEqual(expect.arrayContaining(['/docs/swagger-ui-bundle.js', '/healthz', '/readyz', '/api/v1/leads', `/api/v1/leads/${NOBODY}`]));
    await abandonAll(paths); // the pool is as large as it gets
    const before = descriptors();
    await abandonAll(paths);
    expect(await eventually(descriptors, ({ length }) => length <= before.length, 3000)).toEqual(before);
  });
});
