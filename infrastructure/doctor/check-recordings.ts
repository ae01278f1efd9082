import { S3OnDemand } from '../../adapters/files/s3-on-demand.js';
import { within } from '../../adapters/time-limit.js';
import { inOneLine } from '../server/process-life.js';
import type { RecordingsConfig } from '../settings/config.js';
import { whyNotWritable } from './check-folder.js';
import { fail, ok, type Finding } from './finding.js';

const WAIT_MS = 10_000;
const BUCKET_ADVICE =
  'check RECORDINGS, AWS_REGION, AWS_ENDPOINT_URL_S3 and the credentials (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the ' +
  'role of this machine): they must permit to list, read, write and delete';

/** Checks whether recordings can be stored: the folder can be written to or created, or the bucket answers. */
export async function checkRecordings(recordings: RecordingsConfig): Promise<Finding> {
  if (recordings.kind === 's3') return checkBucket(recordings);
  const problem = await whyNotWritable(recordings.folder);
  if (problem === null) return ok('recordings', recordings.folder);
  return fail('recordings', problem, 'set RECORDINGS to file: and a folder that this account may write to');
}

async function checkBucket(recordings: RecordingsConfig & { readonly kind: 's3' }): Promise<Finding> {
  try {
    await within(WAIT_MS, new S3OnDemand(recordings).reach(), () => {
      throw new Error(`the bucket ${recordings.bucket} did not answer within ${WAIT_MS / 1000} s`);
    });
    return ok('recordings', `the bucket ${recordings.bucket} answers`);
  } catch (error) {
    return fail('recordings', inOneLine(error), BUCKET_ADVICE);
  }
}
