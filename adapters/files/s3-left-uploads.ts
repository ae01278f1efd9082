import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
  type S3Client,
} from '@aws-sdk/client-s3';
import { DAY_MS } from '../../domain/shared/instant.js';

/** Nothing that the service stores is on its way for so long. */
const LEFT_MS = DAY_MS;
const KEY_OF_A_FILE = /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/;

/**
 * Aborts the uploads in parts that killed processes have left: their parts are paid for, and no list of files shows them.
 * @param prefix the beginning of all keys of the service, with its slash; '': there is none
 */
export async function abortLeftUploads(client: S3Client, bucket: string, prefix: string, nowMs: number): Promise<void> {
  let [key, id]: (string | undefined)[] = [];
  do {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, KeyMarker: key, UploadIdMarker: id }),
    );
    for (const upload of page.Uploads ?? []) {
      if (!isLeft(upload, prefix, nowMs)) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: upload.Key, UploadId: upload.UploadId }));
    }
    [key, id] = page.IsTruncated === true ? [page.NextKeyMarker, page.NextUploadIdMarker] : [];
  } while (key !== undefined);
}

function isLeft({ Key: key = '', Initiated: begun }: MultipartUpload, prefix: string, nowMs: number): boolean {
  const isOurs = key.startsWith(prefix) && KEY_OF_A_FILE.test(key.slice(prefix.length));
  return isOurs && begun !== undefined && begun.getTime() < nowMs - LEFT_MS;
}
