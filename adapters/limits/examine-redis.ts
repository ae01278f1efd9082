import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { COUNT_SCRIPT } from './count-script.js';

const LONGEST_MS = 5000;
/** The number of counts that are timed, one after the other. */
const TRIES = 5;

/** The properties of a Redis that matter for limits. Null: the account may not ask for it. */
export interface ExaminedRedis {
  readonly version: string | null;
  /** `standalone`, `sentinel` or `cluster` */
  readonly mode: string | null;
  /** `master` or `slave` */
  readonly role: string | null;
  /** what Redis does when its memory is full: `noeviction` or the keys that it then deletes */
  readonly whenFull: string | null;
  /** the bytes that Redis may use; 0: no bound */
  readonly mostBytes: number | null;
  /** the milliseconds that a count takes */
  readonly tookMs: number;
}

/**
 * Connects to Redis as an instance does, and counts there.
 * @param prefix the beginning of the key, which is gone after a minute
 * @throws Error that says why limits cannot be shared there
 */
export async function examineRedis(url: string, prefix: string): Promise<ExaminedRedis> {
  const client = new Redis(url, {
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: LONGEST_MS,
    commandTimeout: LONGEST_MS,
    retryStrategy: () => null,
  });
  const errors: Error[] = [];
  client.on('error', (error: Error) => errors.push(error));
  try {
    await client.connect();
    const facts = factsIn(await client.info().catch(() => ''));
    const took: number[] = [];
    if (facts.mode !== 'cluster' && facts.role !== 'slave')
      for (let tried = 0; tried < TRIES; tried += 1) took.push(await timed(() => countOnce(client, prefix)));
    if (errors[0]) throw errors[0];
    return { ...facts, tookMs: Math.min(...took) };
  } catch (error) {
    // The first error is that of the server. Those after it say only that the connection is closed.
    throw errors[0] ?? error;
  } finally {
    client.disconnect();
  }
}

function factsIn(info: string): Omit<ExaminedRedis, 'tookMs'> {
  const lines = info.split('\r\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)] as const);
  const values = new Map(lines);
  const valueOf = (name: string): string | null => values.get(name) ?? null;
  const mostBytes = valueOf('maxmemory');
  return {
    version: valueOf('redis_version'),
    mode: valueOf('redis_mode'),
    role: valueOf('role'),
    whenFull: valueOf('maxmemory_policy'),
    mostBytes: mostBytes === null ? null : Number(mostBytes),
  };
}

async function countOnce(client: Redis, prefix: string): Promise<void> {
  await client.eval(COUNT_SCRIPT, 1, `${prefix}:examined:${randomUUID()}:doctor:0`, 1, 60, 1);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
