import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Connections are cut after so many bytes, few of them much more often than many. */
const [LEAST, MOST] = [50, 500_000];

/** A proxy of TCP that cuts connections at random bytes, half of them with a reset, as long as it shall cut any more. */
export async function openCutter(target, cuts) {
  const { hostname, port } = new URL(target);
  let left = cuts;
  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    let bytes = left > 0 ? LEAST * (MOST / LEAST) ** Math.random() : Infinity;
    const end = () => [client, service].forEach((socket) => socket.destroy());
    for (const socket of [client, service]) socket.on('error', end).on('close', end);
    client.pipe(service);
    service.on('data', (piece) => {
      const passed = piece.subarray(0, bytes);
      bytes -= piece.length;
      client.write(passed);
      if (bytes > 0) return;
      left -= 1;
      if (Math.random() < 0.5) client.resetAndDestroy();
      else client.end();
      service.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** the number of connections that are still to be cut */
    left: () => Math.max(0, left),
    close: () => server.close(),
  };
}
