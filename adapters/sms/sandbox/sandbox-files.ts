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
export function keptFileOf(source: string): KeptFile | null {
  const [, shopText, idText] = SOURCE.exec(source) ?? [];
  const [shop, id] = [toId<'Shop'>(shopText ?? ''), toId<'MediaFile'>(idText ?? '')];
  return shop && id && { shop, id };
}
