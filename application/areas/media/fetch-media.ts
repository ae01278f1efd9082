import { giveUp, tryAgain, wait, type MediaFile } from '../../../domain/media/media-file.js';
import type { MediaFileId, ShopId } from '../../../domain/shared/id.js';
import type { DueRecord, Work } from '../../kernel/events/work.js';
import type { Clock, Log } from '../../kernel/ports/ports.js';
import type { AccountRefusal } from '../outgoing/outgoing.js';
import type { LandMedia } from './land-media.js';
import type { MediaFiles } from './media-files.js';
import type { TransferMedia } from './transfer-media.js';

/** A file at the provider. */
export type SourceFile = Pick<MediaFile, 'kind' | 'source' | 'providerId'>;

/** The beginning of a fetch. */
export type OpenedFile =
  | {
      readonly outcome: 'opened';
      /** the length that the provider announces, in bytes; null: it announces none */
      readonly bytes: number | null;
      /** @throws Error when the transfer breaks off, and when it stands still for too long */
      readonly content: AsyncIterable<Uint8Array>;
    }
  /** The provider does not have the file yet, or could not answer. @property reason a sentence for the log */
  | { readonly outcome: 'not_now'; readonly reason: string }
  /** The provider refuses the whole account, which says nothing about the file. */
  | { readonly outcome: 'refused'; readonly refusal: AccountRefusal }
  /** The address is not one of the provider's files, so nothing is asked and no later try can succeed. */
  | { readonly outcome: 'never'; readonly reason: string };

/** The source of recordings and attachments: the provider of texts and calls. */
export abstract class MediaSource {
  /** Begins to fetch a file. It asks the provider's own host only, whatever address the file has. */
  abstract open(file: SourceFile): Promise<OpenedFile>;
}

/** Fetches a recording, a voicemail or an attachment from the provider. Nobody sees any of it before it is whole. */
export class FetchMedia implements Work<DueRecord<MediaFileId>> {
  readonly name = 'media.fetch';
  readonly long = true;

  constructor(
    private readonly files: MediaFiles,
    private readonly transfer: TransferMedia,
    private readonly landing: LandMedia,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async run({ shop, id }: DueRecord<MediaFileId>): Promise<boolean> {
    const file = await this.files.find(shop, id);
    if (!file) return true;
    // An earlier run of this work has settled the file, and was perhaps cut off before it had tidied up.
    if (file.status !== 'waiting') await this.landing.tidy(shop, file);
    // A file with a time waits for another run.
    else if (file.dueAt === null) await this.fetch(shop, file);
    return true;
  }

  private async fetch(shop: ShopId, file: MediaFile): Promise<void> {
    if (await this.landing.isOutdone(shop, file)) {
      await this.landing.drop(shop, file);
      return this.landing.tidy(shop, file);
    }
    const transfer = await this.transfer.execute(shop, file);
    if (transfer.outcome === 'whole') return this.landing.land(shop, file, transfer);
    if (transfer.outcome === 'held') {
      await this.files.change(shop, file.id, (before) => wait(before, this.clock.now()));
      return;
    }
    const { outcome, reason } = transfer;
    const after = await this.files.change(shop, file.id, (before) =>
      (outcome === 'never' ? giveUp : tryAgain)(before, reason, this.clock.now()),
    );
    const { id, kind } = file;
    if (after?.status === 'failed') {
      this.log.warn('a file was given up', { file: id, kind, reason: after.error });
      await this.landing.tidy(shop, file);
    } else this.log.info('a file could not be fetched now', { file: id, kind, reason });
  }
}
