import { MediaSource, type Opening, type SourceFile } from '../../../application/areas/media/fetch-media.js';
import type { FileStorage } from '../../../application/areas/media/file-storage.js';
import { keptFileOf } from './sandbox-files.js';

/** Has the files that the sandbox keeps. */
export class SandboxMediaSource extends MediaSource {
  constructor(private readonly storage: FileStorage) {
    super();
  }

  override async open({ source }: SourceFile): Promise<Opening> {
    const kept = source === null ? null : keptFileOf(source);
    if (!kept) return { outcome: 'never', reason: 'The address is not one of the sandbox’s files.' };
    const content = await this.storage.read(kept.shop, kept.id);
    if (!content) return { outcome: 'not_now', reason: 'The sandbox has no such file.' };
    return { outcome: 'opened', bytes: null, content };
  }
}
