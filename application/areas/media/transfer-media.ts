import { SIZE_LIMITS, type MediaFile, type SizeLimits } from '../../../domain/media/media-file.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Log } from '../../kernel/ports/ports.js';
import type { Outgoing } from '../outgoing/outgoing.js';
import { CheckedContent, NotStorable } from './checked-content.js';
import type { MediaSource } from './fetch-media.js';
import { StorageFull, StorageRefused, type FileStorage, type FileTypes } from './file-storage.js';
import type { Landed } from './land-media.js';

/**
 * `whole`: the content is in the storage · `not_now`: another try may succeed · `never`: none can · `held`: the fetching of files is
 * paused, or the account is refused, so this was no try. Reasons are sentences.
 */
export type Transfer =
  | ({ readonly outcome: 'whole' } & Landed)
  | { readonly outcome: 'not_now'; readonly reason: string }
  | { readonly outcome: 'never'; readonly reason: string }
  | { readonly outcome: 'held' };

/** Brings the content of a file from the provider into the storage, unless that is paused. */
export class TransferMedia {
  constructor(
    private readonly source: MediaSource,
    private readonly storage: FileStorage,
    private readonly types: FileTypes,
    private readonly outgoing: Outgoing,
    private readonly log: Log,
    private readonly limits: SizeLimits = SIZE_LIMITS,
  ) {}

  async execute(shop: ShopId, file: MediaFile): Promise<Transfer> {
    const permit = await this.outgoing.admit('fetches', shop);
    if (!permit) return { outcome: 'held' };
    try {
      const opening = await this.source.open(file);
      if (opening.outcome === 'refused') {
        // Texts go through the same account: they would meet the same, and the shops must know.
        for (const way of ['texts', 'fetches'] as const) await this.outgoing.refused(way, opening.refusal);
        return { outcome: 'held' };
      }
      if (opening.outcome !== 'opened') return opening;
      const content = new CheckedContent(file.kind, opening, this.types, this.limits);
      const bytes = await this.storage.put(shop, file.id, content);
      await this.outgoing.accepted(permit);
      return { outcome: 'whole', bytes, contentType: content.contentType };
    } catch (error) {
      return this.outcomeOf(error, file);
    }
  }

  private async outcomeOf(error: unknown, { id: file }: MediaFile): Promise<Transfer> {
    if (error instanceof NotStorable) return { outcome: 'never', reason: error.message };
    if (error instanceof StorageRefused) {
      await this.outgoing.refused('fetches', { code: error.code, sentence: error.message });
      return { outcome: 'held' };
    }
    if (error instanceof StorageFull) this.log.error('a file cannot be stored', { file, error });
    return { outcome: 'not_now', reason: `The transfer broke off: ${error instanceof Error ? error.message : String(error)}` };
  }
}
