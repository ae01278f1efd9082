import { access, constants, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { S3OnDemand } from '../../adapters/files/s3-on-demand.js';
import { SharedCounts } from '../../adapters/limits/counted-limits.js';
import { systemCodeOf } from '../../adapters/system-errors.js';
import { within } from '../../adapters/time-limit.js';
import type { TracesOptions } from '../../adapters/traces/open-traces.js';
import { inOneLine } from '../server/process-life.js';
import type { RecordingsConfig, RedisConfig } from '../settings/config.js';
import { fail, ok, warn, type Finding } from './finding.js';

const BUCKET_WAIT_MS = 10_000;
const BUCKET_ADVICE =
  'check RECORDINGS, AWS_REGION, AWS_ENDPOINT_URL_S3 and the credentials (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the ' +
  'role of this machine): they must permit to list, read, write and delete';
const REDIS_LONGEST_MS = 250;
const REDIS_ADVICE =
  'check that one Redis (no cluster) runs there and is the primary, that REDIS_URL has the right host, password and database, and ' +
  'that this account may run scripts on keys with REDIS_PREFIX; until then each instance limits for itself';
/** The port that collectors have for gRPC. */
const GRPC = '4317';
const GRPC_ADVICE = 'give the port for HTTP, which is usually 4318: this service speaks no gRPC';
const TRACES_ADVICE =
  'check that a collector runs there, that OTEL_EXPORTER_OTLP_ENDPOINT has its port for HTTP (usually 4318), and that ' +
  'OTEL_EXPORTER_OTLP_HEADERS has the key that it asks for; until then requests are answered, and not traced';

/** Checks whether DATA_DIR can be written to, or created, see `whyNotWritable`. */
export async function checkFolder(dataDir: string, needed: boolean): Promise<Finding> {
  const problem = await whyNotWritable(dataDir);
  if (problem === null) return ok('data folder', dataDir);
  return (needed ? fail : warn)('data folder', problem, 'set DATA_DIR to a folder that this account may write to');
}

/** Checks whether recordings can be stored: the folder can be written to or created, or the bucket answers. */
export async function checkRecordings(recordings: RecordingsConfig): Promise<Finding> {
  if (recordings.kind === 's3') return checkBucket(recordings);
  const problem = await whyNotWritable(recordings.folder);
  if (problem === null) return ok('recordings', recordings.folder);
  return fail('recordings', problem, 'set RECORDINGS to file: and a folder that this account may write to');
}

async function checkBucket(recordings: RecordingsConfig & { readonly kind: 's3' }): Promise<Finding> {
  try {
    await within(BUCKET_WAIT_MS, new S3OnDemand(recordings).reach(), () => {
      throw new Error(`the bucket ${recordings.bucket} did not answer within ${BUCKET_WAIT_MS / 1000} s`);
    });
    return ok('recordings', `the bucket ${recordings.bucket} answers`);
  } catch (error) {
    return fail('recordings', inOneLine(error), BUCKET_ADVICE);
  }
}

/**
 * Says why a folder can be neither written to nor created; null: it can be. In a folder that is there, nothing is written. If it
 * is not there, an empty folder is made in the nearest one that is, and removed at once: the permissions of `/proc` do not show
 * that nothing can be made there.
 */
async function whyNotWritable(folder: string): Promise<string | null> {
  const nearest = await nearestOf(folder);
  try {
    if (!(await stat(nearest)).isDirectory()) return `${nearest} is not a folder`;
    await access(nearest, constants.W_OK | constants.X_OK);
    if (nearest !== folder) await rmdir(await mkdtemp(join(nearest, '.shop-ops-')));
    return null;
  } catch (error) {
    const reason = `${nearest} is not writable (${systemCodeOf(error)})`;
    return nearest === folder ? reason : `${folder} cannot be made: ${reason}`;
  }
}

/** The folder itself if something is there, else the nearest one above it where something is. */
export async function nearestOf(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error));
    return isMissing && dirname(folder) !== folder ? nearestOf(dirname(folder)) : folder;
  }
}

/** Counts in the Redis of the limits as an instance does. */
export async function checkRedis({ url, prefix }: RedisConfig): Promise<Finding> {
  const check = 'shared limits';
  const counts = await SharedCounts.open({ url, prefix: prefix ?? 'shop-ops', longestMs: REDIS_LONGEST_MS });
  try {
    if (counts.trouble !== null) return fail(check, counts.trouble, REDIS_ADVICE);
    const info = (await counts.info()).split('\r\n').map((line) => line.split(':', 2) as [string, string]);
    const values = new Map(info);
    if (values.get('redis_mode') === 'cluster') return fail(check, 'REDIS_URL leads to a Redis Cluster', REDIS_ADVICE);
    const whenFull = values.get('maxmemory_policy');
    if (values.get('maxmemory') !== '0' && whenFull !== undefined && whenFull !== 'noeviction') {
      const detail = `Redis deletes counts when its memory is full (maxmemory-policy ${whenFull})`;
      return warn(check, detail, 'set maxmemory-policy noeviction, or give limits a Redis of their own');
    }
    return ok(check, `Redis ${values.get('redis_version') ?? 'of an unknown version'} counts within ${REDIS_LONGEST_MS} ms`);
  } finally {
    await counts.close();
  }
}

/** Checks whether the collector takes traces. */
export async function checkTraces(traces: TracesOptions | null): Promise<Finding> {
  if (traces === null)
    return ok('traces', 'OTEL_EXPORTER_OTLP_ENDPOINT is not set, or OTEL_SDK_DISABLED=true: nothing is traced');
  const { host, port } = new URL(traces.endpoint);
  // Imported on demand, as the service does.
  const { examineCollector } = await import('../../adapters/traces/open-traces.js');
  const refusal = await examineCollector(traces).catch(inOneLine);
  if (refusal === null) return ok('traces', `${host} takes them by ${traces.protocol}`);
  const detail = `${host} does not take them by ${traces.protocol}: ${refusal}`;
  return fail('traces', detail, port === GRPC ? GRPC_ADVICE : TRACES_ADVICE);
}
