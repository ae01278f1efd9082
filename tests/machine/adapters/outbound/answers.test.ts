import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../../support/eventually.js';
import { Outbounds, send } from '../../../support/outbound.js';
import { Receiver, type ReceiverOptions } from '../../../support/receiver.js';

const outbounds = new Outbounds();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await outbounds.close();
  for (const close of closing.splice(0)) await close();
});

async function receiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const started = await Receiver.start(options);
  closing.push(() => started.close());
  return started;
}

/** A server that gets a socket for each connection, after the first bytes came. */
async function rawServer(serve: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', () => {
        serve(socket);
      });
    closing.push(() => Promise.resolve(socket.destroy()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // it listens on a port
}

const HEAD = 'HTTP/1.1 200 OK\r\n';

describe('a request', () => {
  it('has the path, the headers and the body, and the host of the URL', async () => {
    const quiet = await receiver();
    const url = quiet.url('localhost', '/a/b?c=%20d#e');
    const headers = { 'content-type': 'application/json', 'webhook-id': 'x' };
    await send(outbounds.open(), url, { headers, body: '{"a":"ü"}' });
    expect(quiet.requests).toMatchObject([{ method: 'POST', path: '/a/b?c=%20d', body: '{"a":"ü"}' }]);
    expect(quiet.requests[0]?.headers).toEqual({
      ...headers,
      host: new URL(url).host,
      connection: 'keep-alive',
      'content-length': '10',
    });
  });

  it('is answered with any status, which tells when to come again', async () => {
    const [status, retryAfter] = [503, 'Wed, 21 Oct 2026 07:28:00 GMT'];
    const busy = await receiver({ answer: (response) => response.writeHead(status, { 'retry-after': retryAfter }).end('busy') });
    expect(await send(outbounds.open(), busy.url())).toEqual({ outcome: 'answered', status, body: 'busy', retryAfter });
  });

  it('uses a connection again', async () => {
    const quick = await receiver({ answer: (response) => response.end('x'.repeat(10_000)) });
    const outbound = outbounds.open();
    for (let count = 0; count < 3; count += 1) expect(await send(outbound, quick.url())).toMatchObject({ status: 200 });
    expect([quick.requests.length, quick.connections]).toEqual([3, 1]);
  });

  it('waits while as many as are allowed are under way', async () => {
    const held: (() => void)[] = [];
    const slow = await receiver({ answer: (response) => held.push(() => response.end()) });
    const outbound = outbounds.open({ atOnce: 2 });
    const sent = Array.from({ length: 5 }, () => send(outbound, slow.url()));
    await eventually(
      () => held.length,
      (count) => count === 2,
    );
    let most = 0;
    while (slow.requests.length < 5 || held.length > 0) {
      most = Math.max(most, held.length);
      held.shift()?.();
      await eventually(
        () => held.length,
        (count) => count > 0,
        50,
      );
    }
    expect(await Promise.all(sent)).toMatchObject(sent.map(() => ({ outcome: 'answered' })));
    expect(most).toBe(2);
  });
});

describe('of an answer', () => {
  it.each<readonly [string, Buffer | string, string]>([
    ['no more than the beginning', 'x'.repeat(2_000), 'x'.repeat(1_024)],
    ['no letter of which only a part is there', `${'x'.repeat(1_023)}é`, 'x'.repeat(1_023)],
    ['every whole letter', `${'x'.repeat(1_022)}é`, `${'x'.repeat(1_022)}é`],
    ['no NUL and no other control', 'a\u0000b\u001bc\r\n\td', 'abc\r\n\td'],
    ['no broken UTF-8', Buffer.from([0x61, 0xff, 0xed, 0xa0, 0x80, 0x62]), 'a\ufffd\ufffd\ufffd\ufffdb'],
    ['no more bytes than allowed after broken UTF-8', Buffer.alloc(1_024, 0xff), '\ufffd'.repeat(341)],
    ['no mark of the byte order', '\ufeffa', 'a'],
  ])('%s is kept', async (_, sent, kept) => {
    const talking = await receiver({ answer: (response) => response.end(sent) });
    expect(await send(outbounds.open(), talking.url())).toEqual({
      outcome: 'answered',
      status: 200,
      body: kept,
      retryAfter: null,
    });
  });

  it('which is compressed nothing is expanded', async () => {
    const bomb = gzipSync(Buffer.alloc(4_000_000));
    const headers = { 'content-encoding': 'gzip' };
    const small = await receiver({ answer: (response) => response.writeHead(200, headers).end(bomb) });
    const outcome = await send(outbounds.open(), small.url());
    expect(Buffer.byteLength(outcome.outcome === 'answered' ? outcome.body : 'x'.repeat(2_000))).toBeLessThanOrEqual(1_024);
  });

  it('which is huge or has no end the rest is not read', async () => {
    let written = 0;
    const endless = await rawServer((socket) => {
      const piece = 'x'.repeat(65_536);
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
      const go = (): void => {
        while (socket.writable && socket.write(`10000\r\n${piece}\r\n`)) written += piece.length;
      };
      socket.on('drain', go);
      go();
    });
    expect(await send(outbounds.open(), endless)).toMatchObject({ status: 200, body: 'x'.repeat(1_024) });
    expect(written).toBeLessThan(20_000_000);
  });

  it('early hints are passed over', async () => {
    const hinting = await rawServer((socket) => {
      socket.end(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${HEAD}content-length: 2\r\n\r\nok`);
    });
    expect(await send(outbounds.open(), hinting)).toMatchObject({ status: 200, body: 'ok' });
  });
});

describe('no complete answer:', () => {
  it.each<readonly [string, string, (socket: Socket) => void]>([
    ['nothing comes', 'timeout', () => undefined],
    ['the headers do not end', 'timeout', (socket) => socket.write(`${HEAD}x-a: b`)],
    ['the body does not end', 'timeout', (socket) => socket.write(`${HEAD}content-length: 10\r\n\r\nabc`)],
    ['the connection is reset', 'reset', (socket) => socket.resetAndDestroy()],
    ['the connection ends at once', 'reset', (socket) => socket.end()],
    ['the connection ends within the headers', 'reset', (socket) => socket.end(`${HEAD}x-a: b`)],
    ['the connection ends within the body', 'reset', (socket) => socket.end(`${HEAD}content-length: 10\r\n\r\nabc`)],
    ['it is another protocol', 'answer', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    ['a header is not one', 'answer', (socket) => socket.end(`${HEAD}x y: z\r\n\r\n`)],
    ['the headers are too long', 'answer', (socket) => socket.end(`${HEAD}x: ${'y'.repeat(20_000)}\r\n\r\n`)],
    ['there are too many headers', 'answer', (socket) => socket.end(`${HEAD}${'x: y\r\n'.repeat(20_000)}\r\n`)],
  ])('%s', async (_, reason, serve) => {
    const url = await rawServer(serve);
    const outcome = await send(outbounds.open(), url, reason === 'timeout' ? { timeoutMs: 60 } : {});
    expect(outcome).toEqual({ outcome: 'failed', reason, message: expect.stringMatching(/^[a-z].*\w\)?$/) });
  });

  it('nobody listens', async () => {
    const gone = await Receiver.start();
    const url = gone.url();
    await gone.close();
    const message = 'no connection (ECONNREFUSED)';
    expect(await send(outbounds.open(), url)).toEqual({ outcome: 'failed', reason: 'connect', message });
  });
});

describe('a request that is given up', () => {
  const HANGING: ReceiverOptions = { answer: () => undefined };

  it('by its caller ends with its connection', async () => {
    const hanging = await receiver(HANGING);
    const stop = new AbortController();
    const sent = send(outbounds.open(), hanging.url(), { signal: stop.signal });
    await eventually(
      () => hanging.requests.length,
      (count) => count === 1,
    );
    stop.abort();
    expect(await sent).toEqual({ outcome: 'aborted' });
    expect(
      await eventually(
        () => hanging.open,
        (open) => open === 0,
      ),
    ).toBe(0);
  });

  it('before it began opens no connection', async () => {
    const hanging = await receiver(HANGING);
    expect(await send(outbounds.open(), hanging.url(), { signal: AbortSignal.abort() })).toEqual({ outcome: 'aborted' });
    expect(hanging.connections).toBe(0);
  });

  it('by the stop ends with all connections, also those that are being opened', async () => {
    const silent = await rawServer(() => undefined);
    const hanging = await receiver(HANGING);
    const idle = await receiver();
    const outbound = outbounds.open();
    await send(outbound, idle.url());
    const sent = [send(outbound, hanging.url()), send(outbound, silent.replace('http', 'https'))];
    await eventually(
      () => hanging.requests.length,
      (count) => count === 1,
    );
    await outbound.close();
    expect(await Promise.all(sent)).toEqual([{ outcome: 'aborted' }, { outcome: 'aborted' }]);
    expect(
      await eventually(
        () => hanging.open + idle.open,
        (open) => open === 0,
      ),
    ).toBe(0);
    expect(await send(outbound, idle.url())).toEqual({ outcome: 'aborted' });
  });
});
