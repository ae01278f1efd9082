import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Starts an HTTP server on a free port of this machine. Returns its address, its port, and `close`, which cuts its connections.
 */
export async function listen(handler) {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  return { url: `http://127.0.0.1:${port}`, port, server, close: () => server.close().closeAllConnections() };
}

/** Returns a port of this machine on which nothing listens. */
export async function freePort() {
  const { port, server } = await listen();
  server.close();
  await once(server, 'close');
  return port;
}

/** Asks until the answer is true. Returns how many milliseconds it took; null: it was still false after `mostMs`. */
export async function until(isDone, mostMs = Infinity, everyMs = 200) {
  const began = performance.now();
  for (;;) {
    const done = await isDone();
    const passed = performance.now() - began;
    if (done) return Math.round(passed);
    if (passed > mostMs) return null;
    await sleep(everyMs);
  }
}
