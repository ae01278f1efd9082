import { S3Client } from '@aws-sdk/client-s3';

export interface S3Options {
  readonly bucket: string;
  /** the beginning of all keys, without a slash at its ends; '': there is none */
  readonly prefix: string;
  /** the address of the server; null: Amazon's */
  readonly endpoint: string | null;
  readonly region: string;
}

/** The smallest part that S3 takes. A larger file goes in parts of this size, one after the other. */
export const PART_BYTES = 5 * 1024 * 1024;
const CONNECT_MS = 4000;
const ANSWER_MS = 60_000;
/** A listener may stop to listen for as long as the service waits for him, which is four minutes. */
const SILENCE_MS = 300_000;

/** The credentials come from where the SDK looks for them: the environment, the files of the AWS command line, or the machine. */
export function clientOf({ endpoint, region }: S3Options): S3Client {
  return new S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // Servers of others may not know the SDK's checksums, nor wait with "100 Continue".
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    // The number of transfers is limited by the requests and the background work that the service accepts.
    requestHandler: {
      ...{ connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true, socketTimeout: SILENCE_MS },
      ...{ httpAgent: { maxSockets: Infinity }, httpsAgent: { maxSockets: Infinity } },
    },
  });
}

/** The words for a bucket in messages. */
export function wordsFor({ bucket, endpoint }: S3Options): string {
  return `the bucket ${bucket}${endpoint === null ? '' : ` at ${new URL(endpoint).host}`}`;
}
