import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface RunningRedis {
  readonly url: string;
  pid(): number;
  /** Kills the server. Clients cannot reach it until `start`. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Kills the server and starts it at the same port. It has no keys then. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

interface RedisScript {
  readonly openRedis: (...settings: readonly string[]) => Promise<RunningRedis>;
}

// The tests run a compiled copy of this file, so the script is found from the checkout.
const file = pathToFileURL(resolve('workshop/harness/redis.mjs')).href;

/**
 * Starts Debian's `redis-server` on a free port of this machine, as the drills do.
 * @param settings further settings of the server, as its command line takes them
 */
export async function openRedis(...settings: readonly string[]): Promise<RunningRedis> {
  const script = (await import(file)) as RedisScript; // safe: the script has no types, but has this export
  return script.openRedis(...settings);
}
