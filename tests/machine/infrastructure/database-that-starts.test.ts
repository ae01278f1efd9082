import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { expect, test } from '@jest/globals';
import { command } from '../../support/command-line.js';
import { cloneDatabase } from '../../support/postgres.js';

/** PostgreSQL's ErrorResponse to a client while it starts, or recovers from a crash. */
const STARTING = errorResponse(['SFATAL', 'C57P03', 'Mthe database system is starting up']);

test('a database that is still starting is waited for', async () => {
  const database = await cloneDatabase();
  const looks: number[] = [];
  const server = await startingTwice(new URL(database.url), looks);
  const there = new URL(database.url);
  there.hostname = '127.0.0.1';
  there.port = String((server.address() as AddressInfo).port); // safe: `address` returns a text only for a pipe
  try {
    const settings = { DATABASE_URL: there.href, SIGNING_KEYS: 'a-signing-key-of-the-tests' };
    expect((await command(settings, 'shop', 'list', '--json')).document).toEqual([]);
    expect(looks.length).toBeGreaterThan(2);
  } finally {
    server.close();
    await database.drop();
  }
});

/** Passes each connection on to a database, but answers the first two as a database that starts. */
async function startingTwice({ port, hostname }: URL, looks: number[]): Promise<Server> {
  const server = createServer((client) => {
    client.on('error', () => undefined);
    if (looks.push(Date.now()) <= 2) {
      client.once('data', () => client.end(STARTING));
      return;
    }
    const open = connect(Number(port), hostname).on('error', () => undefined);
    client.pipe(open).pipe(client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

function errorResponse(fields: readonly string[]): Buffer {
  const text = `${fields.join('\0')}\0\0`;
  const length = Buffer.alloc(4);
  length.writeInt32BE(length.length + text.length);
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(text)]);
}
