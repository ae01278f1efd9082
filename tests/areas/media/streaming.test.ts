import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { MediaFile } from '../../../domain/media/media-file.js';
import { close } from '../../../infrastructure/server/http-server.js';
import { aCallWithAudio } from '../../support/builders/a-stored-file.js';
import { eventually } from '../../support/eventually.js';
import { Playing } from '../../support/playing.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

/** More than the operating system keeps for both ends of a connection. */
const LARGE = Buffer.alloc(48 * 1024 * 1024, 'sound ');

/** The time after which a client that takes nothing of a file is cut off: at once, or after another such time. */
const LISTENING_MS = 120_000;

let service: TestService;
let shop: TestShop;
let large: { readonly file: MediaFile; readonly path: string };

beforeAll(async () => {
  service = await startTestService();
  shop = await service.shop();
  const { id, file } = await aCallWithAudio(service, shop, { content: LARGE });
  large = { file, path: new Playing(service, shop, id).path() };
});
afterEach(async () => {
  expect(await eventually(openFiles, ({ length }) => length === 0)).toEqual([]);
});
afterAll(() => service.stop());

/** The files of the storage that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${fd}`);
      return file.startsWith(service.recordings.folder) ? [file] : [];
    } catch {
      return []; // the entry of the folder that is being listed
    }
  });
}

const requestFor = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Begins to play on a connection of its own, and reads nothing. */
async function paused(text = requestFor(large.path)): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause().write(text);
  await once(socket, 'readable');
  return socket;
}

/** The bytes that come until the service closes the connection. */
async function readAll(socket: Socket): Promise<number> {
  let bytes = 0;
  for await (const chunk of socket) bytes += (chunk as Buffer).length;
  return bytes;
}

/** Begins to play like `paused`. Returns both ends of the connection. */
async function pausedPair(): Promise<readonly [client: Socket, server: Socket]> {
  const accepted = once(service.server, 'connection') as Promise<[Socket]>;
  const client = await paused();
  return [client, (await accepted)[0]];
}

it('a client that stops reading is cut off, and its file is closed', async () => {
  const [client, served] = await pausedPair();
  expect(served.timeout).toBe(LISTENING_MS);
  const closed = once(served, 'close');
  served.setTimeout(50); // the limit passes sooner
  await closed;
  expect(await readAll(client)).toBeLessThan(LARGE.length);
});

it('a connection has its usual limits again when a file is sent', async () => {
  const [client, served] = await pausedPair();
  client.resume();
  const { keepAliveTimeout } = service.server; // some versions of Node add a second
  const usual = await eventually(
    () => served.timeout ?? 0,
    (ms) => ms < LISTENING_MS,
  );
  expect([keepAliveTimeout, keepAliveTimeout + 1000]).toContain(usual);
  client.destroy();
});

it.each(['destroy', 'resetAndDestroy'] as const)('a client that leaves is no fault: %s', async (leave) => {
  const [client, served] = await pausedPair();
  const closed = new Promise((resolve) => served.once('close', resolve));
  client[leave]();
  await closed;
  expect(service.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

it('a playback counts as answered when it begins, so it is not in flight', async () => {
  const narrow = await startTestService({ mostInFlight: 1 });
  const there = await narrow.shop();
  const { id } = await aCallWithAudio(narrow, there, { content: LARGE });
  const answer = await new Promise<IncomingMessage>((resolve) => {
    get(narrow.url + new Playing(narrow, there, id).path(), { agent: false }, resolve);
  });
  expect(narrow.log.lines.at(-1)).toMatchObject({ message: 'request', detail: { operation: 'media.play', status: 200 } });
  expect((await there.read.get('/me')).status).toBe(200);
  answer.destroy();
  await narrow.stop();
});

it('each of several requests on a connection is answered in its turn', async () => {
  const tail = requestFor(large.path).replace('Host', `Range: bytes=-7\r\nHost`);
  const socket = await paused(requestFor(large.path) + tail.repeat(50) + tail.replace('Host', 'Connection: close\r\nHost'));
  let [bytes, text] = [0, ''];
  for await (const chunk of socket) {
    bytes += (chunk as Buffer).length;
    if (bytes > LARGE.length) text += String(chunk);
  }
  expect(text.match(/HTTP\/1\.1 206/g)).toHaveLength(51);
});

it('requests that wait behind a playback are given up with their connection', async () => {
  const socket = await paused(requestFor(large.path).repeat(50));
  socket.destroy();
});

it('a storage that has less than it promised ends the connection, and the fault is logged', async () => {
  const { id, file } = await aCallWithAudio(service, shop, { content: LARGE.subarray(0, 2 ** 20) });
  await truncate(join(service.recordings.folder, shop.id, file.id.slice(-2), file.id), 2 ** 19);
  const answer = await new Promise<IncomingMessage>((resolve) => {
    get(service.url + new Playing(service, shop, id).path(), { agent: false, headers: { 'x-request-id': 'cut' } }, resolve);
  });
  expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, String(2 ** 20)]);
  await expect(once(answer.resume(), 'end')).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(answer.complete).toBe(false);
  expect(service.log.lines.filter(({ level }) => level === 'error')).toEqual([
    {
      level: 'error',
      message: 'unexpected error',
      detail: { requestId: 'cut', error: expect.objectContaining({ message: expect.stringContaining('another length') }) },
    },
  ]);
});

it('a service that stops lets a playback end', async () => {
  const stopping = await startTestService();
  const there = await stopping.shop();
  const { id } = await aCallWithAudio(stopping, there, { content: LARGE });
  const answer = await new Promise<IncomingMessage>((resolve) => {
    get(stopping.url + new Playing(stopping, there, id).path(), { agent: false }, resolve);
  });
  const closed = close(stopping.server, 5000);
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  await closed;
  expect(bytes).toBe(LARGE.length);
  await stopping.stop();
});
