import { MediaSource, type OpenedFile, type SourceFile } from '../../../application/areas/media/fetch-media.js';
import type { FileStorage } from '../../../application/areas/media/file-storage.js';
import type { Ids } from '../../../application/kernel/ports/ports.js';
import { toId, type MediaFileId, type ShopId } from '../../../domain/shared/id.js';

const SOURCE = /^sandbox:([^:]+):([^:]+)$/;

/** A file at the sandbox. */
interface KeptFile {
  readonly shop: ShopId;
  readonly id: MediaFileId;
}

/** The files that the sandbox has as a provider: what customers attach, and sounds of calls. They lie in the service's storage. */
export class SandboxFiles {
  constructor(
    private readonly storage: FileStorage,
    private readonly ids: Ids,
  ) {}

  /**
   * Keeps a file. It goes when the shop goes.
   * @returns its address at the sandbox, for `MediaFile.source`
   */
  async keep(shop: ShopId, content: AsyncIterable<Uint8Array>): Promise<string> {
    const id = this.ids.next<'MediaFile'>();
    await this.storage.put(shop, id, content);
    return `sandbox:${shop}:${id}`;
  }
}

/** Reads an address that `keep` has returned. Null: the address is not one of the sandbox. */
function keptFileOf(source: string): KeptFile | null {
  const [, shopText, idText] = SOURCE.exec(source) ?? [];
  const [shop, id] = [toId<'Shop'>(shopText ?? ''), toId<'MediaFile'>(idText ?? '')];
  return shop && id && { shop, id };
}

/** Has the files that the sandbox keeps. */
export class SandboxMediaSource extends MediaSource {
  constructor(private readonly storage: FileStorage) {
    super();
  }

  override async open({ source }: SourceFile): Promise<OpenedFile> {
    const kept = source === null ? null : keptFileOf(source);
    if (!kept) return { outcome: 'never', reason: 'The address is not one of the sandbox’s files.' };
    const content = await this.storage.read(kept.shop, kept.id);
    if (!content) return { outcome: 'not_now', reason: 'The sandbox has no such file.' };
    return { outcome: 'opened', bytes: null, content };
  }
}
