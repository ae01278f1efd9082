import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { run } from '../../support/command-line.js';

/** A message of PostgreSQL's protocol: its type, its length, and its body. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const LOGGED_IN = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const ENDED = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'));

/** A PostgreSQL that dies when a session is ready: both messages come to the client at once. */
async function dyingServer(): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(Buffer.concat([LOGGED_IN, READY, ENDED])));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

const ASKS = {
  'the pool of statements': `const { pool } = openConnections(address, dataSource); await pool.query('select').catch(tell);`,
  'the pool of units of work': `await dataSource.initialize().catch(tell);`,
};

it.each(Object.entries(ASKS))(
  'a connection of %s that is lost as soon as it is ready does not end the process',
  async (_, ask) => {
    const server = await dyingServer();
    const { port } = server.address() as AddressInfo;
    const source = `
    import { createDataSource } from './dist/adapters/areas/data-source.js';
    import { openConnections } from './dist/adapters/postgres/pool.js';
    const address = { url: 'postgres://shop@127.0.0.1:${port}/shop', ssl: false, poolSize: 1 };
    const dataSource = createDataSource(address);
    const tell = ({ message }) => console.log(message);
    ${ask}`;
    const ran = await run(process.execPath, ['--input-type=module', '--eval', source], {});
    server.close();
    expect(ran).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/terminat|not queryable/), stderr: '' });
  },
);
