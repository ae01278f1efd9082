import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { NODE_FLAGS } from '../bench/world.mjs';
import { startBucket } from './support/bucket.mjs';

export const about = 'a large recording goes into the storage and out again, in a folder and in a bucket: memory stays flat';
export const planted = 'the recording is collected in memory before it is stored';

const FULL = { megabytes: 500 };
const SHORT = { megabytes: 100 };
const MOST_MB = 30;
/** The runs of each storage. The middle one counts, because the garbage collector decides when memory is given back. */
const RUNS = 3;

const CARRIER = fileURLToPath(new URL('support/file-carrier.mjs', import.meta.url));
const CREDENTIALS = {
  AWS_ACCESS_KEY_ID: 'drill',
  AWS_SECRET_ACCESS_KEY: 'drill',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
};

export async function run({ short, plant }) {
  const { megabytes } = short ? SHORT : FULL;
  const folder = await mkdtemp(join(tmpdir(), 'shop-operations-drill-'));
  const bucket = await startBucket();
  const storages = {
    folder: { folder },
    bucket: { bucket: 'drill', prefix: '', endpoint: bucket.endpoint, region: 'us-east-1' },
  };
  const measured = {};
  const broken = [];
  for (const [name, storage] of Object.entries(storages)) {
    const grown = await growthOf({ storage, megabytes, collect: plant });
    measured[`memory for ${megabytes} MB in a ${name}`] = `${grown} MB more`;
    if (grown >= MOST_MB) broken.push(`${megabytes} MB in a ${name} took ${grown} MB of memory, not less than ${MOST_MB}`);
  }
  bucket.stop();
  await rm(folder, { recursive: true, force: true });
  return { measured, broken };
}

/** The megabytes by which the memory of a process grows that carries one file in and out. */
async function growthOf(task) {
  const grown = [];
  for (let n = 0; n < RUNS; n += 1) {
    const env = { ...process.env, ...CREDENTIALS };
    const { stdout } = await promisify(execFile)(process.execPath, [...NODE_FLAGS, CARRIER, JSON.stringify(task)], { env });
    grown.push(Number(stdout));
  }
  return grown.sort((a, b) => a - b)[Math.floor(RUNS / 2)];
}
