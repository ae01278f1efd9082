import { createServer } from 'node:net';
import { systemCodeOf } from '../../adapters/system-errors.js';
import type { Config } from '../settings/config.js';
import { listen } from './http-server.js';
import { inOneLine } from './process-life.js';

type PortSetting = 'PORT' | 'METRICS_PORT';

/** The setting that names the port of the metrics. A worker without METRICS_PORT takes PORT. */
export function settingOfMetrics({ role, port, metricsPort }: Pick<Config, 'role' | 'port' | 'metricsPort'>): PortSetting {
  return role === 'worker' && metricsPort === port ? 'PORT' : 'METRICS_PORT';
}

export interface ReservedPort {
  readonly port: number;
  /** Frees the port. The caller does this right before the real server listens on the port. */
  release(): Promise<void>;
}

/**
 * Checks that the service can listen, before anything else is opened. Port 0 means any free port: one is taken until `release`,
 * because its number is needed for addresses before the server listens. Any other port is freed at once, so that connections to
 * it are refused until the service listens.
 * @throws Error with one line that names the setting
 */
export async function reservePort(port: number, host: string, setting: PortSetting = 'PORT'): Promise<ReservedPort> {
  const keeper = createServer((socket) => socket.destroy());
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      keeper.close(() => {
        resolve();
      });
    });
  const reserved = await listen(keeper, port, host).catch((error: unknown) => {
    throw cannotListen(error, port, host, setting);
  });
  if (port !== 0) await close();
  return { port: reserved, release: port === 0 ? close : () => Promise.resolve() };
}

export function cannotListen(error: unknown, port: number, host: string, setting: PortSetting = 'PORT'): Error {
  switch (systemCodeOf(error)) {
    case 'EADDRINUSE':
      return new Error(
        `${setting} ${port} on ${host} is in use by another program: stop that program, or set ${setting} to another port`,
      );
    case 'EACCES':
      return new Error(`${setting} ${port} needs rights that this process does not have: set ${setting} to a port above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(`HOST ${host} is not an address of this machine`);
    default:
      return new Error(`HOST ${host}, ${setting} ${port} cannot be used for listening: ${inOneLine(error)}`);
  }
}
