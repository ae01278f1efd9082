import type { MediaFile } from '../../../domain/media/media-file.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { CallId, MediaFileId, MessageId, ShopId } from '../../../domain/shared/id.js';
import type { Shops } from '../access/shops.js';
import type { FileStorage } from './file-storage.js';
import type { MediaFiles, MediaOwner, MediaOwners } from './media-files.js';
import { manifestLine, WrongContent, type ExportFolder, type ManifestLine } from './media-manifest.js';

/** So many files share the cost of one look-up. */
const PAGE = 100;

/** Receives the files that cannot be exported. */
export interface ExportWatch {
  /** @param reason such as `is missing in the storage` */
  skipped(file: MediaFile, reason: string): void;
}

/**
 * A use case of the operator: writes the recordings, voicemails and attachments of a shop to a folder. One file is in memory at a
 * time, and only in chunks.
 */
export class ExportMedia {
  constructor(
    private readonly shops: Shops,
    private readonly files: MediaFiles,
    private readonly owners: MediaOwners,
    private readonly storage: FileStorage,
  ) {}

  /**
   * Writes the files one after the other while the lines of the manifest are read: a line comes when its file is complete.
   * @throws NotFound
   */
  async execute(shopId: ShopId, folder: ExportFolder, watch: ExportWatch): Promise<AsyncIterable<ManifestLine>> {
    const shop = await this.shops.find(shopId);
    if (!shop) throw new NotFound('shop');
    return this.lines(shop.id, folder, watch);
  }

  private async *lines(shop: ShopId, folder: ExportFolder, watch: ExportWatch): AsyncGenerator<ManifestLine> {
    for await (const page of this.pages(shop)) {
      const owners = await this.ownersOf(shop, page);
      for (const file of page) {
        const line = await this.written(shop, file, owners, folder);
        if (typeof line === 'string') watch.skipped(file, line);
        else yield line;
      }
    }
  }

  private async *pages(shop: ShopId): AsyncGenerator<readonly MediaFile[]> {
    let after: MediaFileId | null = null;
    for (;;) {
      const page: readonly MediaFile[] = await this.files.stored(shop, PAGE, after);
      if (page.length > 0) yield page;
      if (page.length < PAGE) return;
      after = page.at(-1)?.id ?? null;
    }
  }

  /** The calls and messages of the files, by their ids. */
  private async ownersOf(shop: ShopId, page: readonly MediaFile[]): Promise<ReadonlyMap<string, MediaOwner>> {
    const calls = page.map(({ callId }) => callId).filter((id): id is CallId => id !== null);
    const messages = page.map(({ messageId }) => messageId).filter((id): id is MessageId => id !== null);
    const found: readonly MediaOwner[] = [
      ...(calls.length > 0 ? await this.owners.calls(shop, { ids: calls, externalIds: [] }) : []),
      ...(messages.length > 0 ? await this.owners.messages(shop, { ids: messages, externalIds: [] }) : []),
    ];
    return new Map(found.map((owner) => [owner.id, owner]));
  }

  /** @returns the file's line, or the reason why it was not written */
  private async written(
    shop: ShopId,
    file: MediaFile,
    owners: ReadonlyMap<string, MediaOwner>,
    folder: ExportFolder,
  ): Promise<ManifestLine | string> {
    const content = await this.storage.read(shop, file.id);
    if (!content) return 'is missing in the storage';
    try {
      const digest = await folder.write(file.id, content, file.bytes ?? 0);
      return manifestLine(file, owners.get(file.callId ?? file.messageId ?? ''), digest);
    } catch (error) {
      if (error instanceof WrongContent) return `${error.message} in the storage`;
      throw error;
    }
  }
}
