import { createServer, type Server } from 'node:http';
import type { Server as NetServer, Socket } from 'node:net';
import { adoptExpressMethods } from '../../adapters/http/express-classes.js';
import { refuseProtocol, type ProtocolFailure } from '../../adapters/http/protocol-error.js';
import type { HttpApp } from '../wiring/http-app.js';

const KEEP_ALIVE_MS = 65_000; // longer than a proxy's: else it meets a closed connection (502)
const HEAD_MS = 10_000;
const BODY_MS = 15_000;
const WHOLE_MS = 30_000;
/** Node looks once whether anything of an answer was taken meanwhile: who takes nothing is cut off after twice that. */
const STALL_MS = 7500;
/** Connections that wait for their turn; Linux itself allows no more. One that finds no room is tried again after seconds. */
const BACKLOG = 4096;
const MOST_HEADER_BYTES = 16 * 1024;

/** A server with the decided limits, whose own refusals (408, 431, 400) are in the error envelope too. */
export function createHttpServer({ app, workload, observe }: HttpApp): Server {
  const server = createServer(
    {
      ...adoptExpressMethods(app),
      maxHeaderSize: MOST_HEADER_BYTES,
      requireHostHeader: false, // refused by the application, in the envelope
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEAD_MS,
      requestTimeout: BODY_MS,
      connectionsCheckingInterval: 1000,
    },
    app,
  );
  server.maxHeadersCount = 0; // all within their 16 KiB: those beyond a number are dropped unseen
  // Who shuts its sending half after the request gets its answer. Not in Node's types, and older than they are.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.setTimeout(STALL_MS, (socket) => {
    cutOff(server, socket);
  });
  server.on('connection', () => {
    workload.connect();
  });
  server.on('clientError', (error: ProtocolFailure, socket) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    refuseProtocol(socket, error, observe);
  });
  // Whether a body is wanted is known where it is read; of any other expectation RFC 9110 §10.1.1 lets us think what we like.
  server.on('checkContinue', app).on('checkExpectation', app);
  return server;
}

/** Nothing came or went for a while: the client waits for us, takes nothing of its answer, or has nothing to ask. */
function cutOff(server: Server, socket: Socket): void {
  const waitsForUs = socket.timeout === server.timeout && socket.writableLength === 0;
  if (waitsForUs) socket.setTimeout(WHOLE_MS - server.timeout);
  else socket.destroy();
}

export async function listen(server: NetServer, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, BACKLOG, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

/** Stops accepting, lets what is in flight finish, and after `graceMs` closes what is left. */
export async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  server.closeIdleConnections();
  const sweep = setInterval(() => {
    server.closeIdleConnections();
  }, 50);
  const deadline = setTimeout(() => {
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}
