import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Leader } from '../../../adapters/queue/leader.js';
import { QueueWorker } from '../../../adapters/queue/worker.js';
import { eventually } from '../../support/eventually.js';
import { TestLog } from '../../support/test-log.js';

/** A server in the place of the database that closes each connection. */
let server: Server;
let attempts = 0;

beforeAll(async () => {
  server = createServer((socket) => {
    attempts += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  attempts = 0;
});
afterAll(() => {
  server.close();
});

const connection = () => ({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, user: 'x', database: 'x' });

test.each([
  [
    'the leader',
    'background work was interrupted',
    (log: TestLog) => new Leader({ connection: connection(), tasks: [], duty: () => Promise.resolve(), log, standByMs: 1 }),
  ],
  [
    'the worker',
    'the background worker was interrupted',
    (log: TestLog) => new QueueWorker({ connection: connection(), works: [], concurrency: 1, log, restartMs: 1 }),
  ],
])('%s tells an outage once, however often it tries to connect', async (_, message, make) => {
  const log = new TestLog();
  const loop = make(log);
  loop.start();
  await eventually(
    () => attempts,
    (count) => count >= 10,
  );
  await loop.stop();
  expect(log.lines.map((line) => line.message)).toEqual([message]);
});
