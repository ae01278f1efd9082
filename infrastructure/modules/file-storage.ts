import type { Container } from 'inversify';
import { DiskFiles } from '../../adapters/files/disk-files.js';
import { S3OnDemand } from '../../adapters/files/s3-on-demand.js';
import { FileStorage } from '../../application/areas/media/file-storage.js';
import type { RecordingsConfig } from '../settings/config.js';

/** The adapter of the storage of recordings and attachments. */
export function bindFileStorage(container: Container, recordings: RecordingsConfig): void {
  if (recordings.kind === 'folder') {
    container.bind(FileStorage).toConstantValue(new DiskFiles(recordings.folder));
    return;
  }
  const bucket = new S3OnDemand(recordings);
  container.bind(S3OnDemand).toConstantValue(bucket);
  container.bind(FileStorage).toConstantValue(bucket);
}

/** Loads the SDK for S3 if files lie in a bucket, so that the first file does not wait for it. */
export async function loadFileStorage(container: Container): Promise<void> {
  if (container.isBound(S3OnDemand)) await container.get(S3OnDemand).load();
}
