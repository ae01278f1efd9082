import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../bench/free-port.mjs';

/**
 * Starts Debian's `redis-server` on a free port of this machine. It stores nothing on the disk, so it is empty after a restart.
 * @param settings further settings of the server, as its command line takes them
 * @throws Error when it is not installed
 */
export async function openRedis(...settings) {
  const port = await freePort();
  let server = await startServer(port, settings);
  return {
    url: `redis://127.0.0.1:${port}`,
    /** the process, for signals */
    pid: () => server.pid,
    /** Kills the server. Clients cannot reach it until `start`. */
    kill: () => end(server, 'SIGKILL'),
    start: async () => {
      server = await startServer(port, settings);
    },
    restart: async () => {
      await end(server, 'SIGKILL');
      server = await startServer(port, settings);
    },
    close: () => end(server, 'SIGKILL'),
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
  await Promise.race([answering(port), failed, ended]);
  failed.catch(() => undefined); // the race is over: an error after it is the end of the process
  ended.catch(() => undefined);
  return server;
}

async function answering(port) {
  while (!(await answers(port))) await sleep(20);
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

async function end(server, signal) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill(signal);
  await exited;
}
