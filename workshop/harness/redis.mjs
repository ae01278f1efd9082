import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { atEnd } from './ending.mjs';
import { ended } from './processes.mjs';
import { freePort, until } from './servers.mjs';

/**
 * Starts Debian's `redis-server` on a free port of this machine. It stores nothing on the disk, so it is empty after a restart.
 * @param settings further settings of the server, as its command line takes them
 * @throws Error when it is not installed
 */
export async function openRedis(...settings) {
  const port = await freePort();
  let server = await startServer(port, settings);
  const kill = () => ended(server, 'SIGKILL');
  const start = async () => {
    server = await startServer(port, settings);
  };
  atEnd(kill);
  return {
    url: `redis://127.0.0.1:${port}`,
    /** the process, for signals */
    pid: () => server.pid,
    /** Kills the server. Clients cannot reach it until `start`. */
    kill,
    start,
    restart: () => kill().then(start),
    close: kill,
  };
}

async function startServer(port, further) {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...further];
  const server = spawn('redis-server', settings, { stdio: 'ignore' });
  const failed = once(server, 'error').then(([error]) => {
    throw new Error(`redis-server cannot be started (Debian's package redis-server): ${error.message}`);
  });
  const ended = once(server, 'exit').then(() => {
    throw new Error('redis-server ended at its start');
  });
  await Promise.race([until(() => answers(port), Infinity, 20), failed, ended]);
  failed.catch(() => undefined); // the race is over: an error after it is the end of the process
  ended.catch(() => undefined);
  return server;
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
