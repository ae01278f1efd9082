import { withAudio } from '../../../domain/calls/audio.js';
import { drop, isLonger, store, type AudioKind, type MediaFile } from '../../../domain/media/media-file.js';
import type { CallId, MessageId, ShopId } from '../../../domain/shared/id.js';
import { withAttachment } from '../../../domain/texting/message.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { Clock, UnitOfWork } from '../../kernel/ports/ports.js';
import { callEvents } from '../calls/call.view.js';
import type { Calls } from '../calls/calls.js';
import { messageEvents } from '../texting/message.view.js';
import type { Messages } from '../texting/messages.js';
import type { FileStorage } from './file-storage.js';
import type { MediaFiles } from './media-files.js';

/** The content of a file, as the storage has it. */
export interface Landed {
  readonly contentType: string;
  readonly bytes: number;
}

/** The reason why a unit of work stores nothing. */
class Undone extends Error {
  /** @param because `shorter`: the call has a sound that is as long or longer · `settled`: another run was faster, or the record is gone */
  constructor(readonly because: 'shorter' | 'settled') {
    super(because);
  }
}

/** Shows a file whose content is in the storage in its call or its message. */
export class LandMedia {
  constructor(
    private readonly files: MediaFiles,
    private readonly calls: Calls,
    private readonly messages: Messages,
    private readonly storage: FileStorage,
    private readonly unitOfWork: UnitOfWork,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {}

  /** Stores the file's row and what its call or message says of it together. A file that another run has settled stays so. */
  async land(shop: ShopId, file: MediaFile, landed: Landed): Promise<void> {
    const { callId, messageId } = file;
    try {
      await this.unitOfWork.run(async () => {
        if (callId !== null) await this.landSound(shop, callId, file);
        if (messageId !== null) await this.landAttachment(shop, messageId, file, landed);
        await this.settle(shop, file, landed);
      });
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
      if (error.because === 'shorter') await this.drop(shop, file);
    }
    await this.tidy(shop, file);
  }

  /** Tells whether the call has a sound of this kind already that is as long as this one, or longer. */
  async isOutdone(shop: ShopId, file: MediaFile): Promise<boolean> {
    const kept = await this.keptSound(shop, file);
    return kept !== null && kept.id !== file.id && !isLonger(file, kept);
  }

  async drop(shop: ShopId, { id }: MediaFile): Promise<void> {
    await this.files.change(shop, id, (file) => drop(file, this.clock.now()));
  }

  /**
   * Deletes the content of files that are not stored: of this one, and of sounds that it replaced. If the process dies before it
   * comes to this, the next run of the work does it.
   */
  async tidy(shop: ShopId, { id, callId, kind }: MediaFile): Promise<void> {
    const file = await this.files.find(shop, id);
    if (file?.status !== 'stored') await this.storage.delete(shop, id);
    if (callId === null) return;
    for (const dropped of await this.files.droppedOf(shop, callId, kind)) await this.storage.delete(shop, dropped.id);
  }

  /** Changes the call first: so two sounds of one call that land at once come one after the other. */
  private async landSound(shop: ShopId, callId: CallId, file: MediaFile): Promise<void> {
    const sound = { kind: audioKindOf(file), durationSeconds: file.durationSeconds };
    const call = await this.calls.change(shop, callId, (before) =>
      this.announcer.announce(callEvents, before, withAudio(before, sound, this.clock.now()), NO_CAUSE),
    );
    if (!call) throw new Undone('settled');
    const kept = await this.keptSound(shop, file);
    if (kept === null || kept.id === file.id) return;
    if (!isLonger(file, kept)) throw new Undone('shorter');
    await this.drop(shop, kept);
  }

  private async landAttachment(shop: ShopId, message: MessageId, file: MediaFile, { contentType }: Landed): Promise<void> {
    const { place, source } = file;
    const changed = await this.messages.change(shop, message, (before) =>
      this.announcer.announce(
        messageEvents,
        before,
        withAttachment(before, { place, source, contentType }, this.clock.now()),
        NO_CAUSE,
      ),
    );
    if (!changed) throw new Undone('settled');
  }

  private async settle(shop: ShopId, { id }: MediaFile, landed: Landed): Promise<void> {
    const settled = await this.files.change(shop, id, (file) => {
      if (file.status !== 'waiting') throw new Undone('settled');
      return store(file, landed, this.clock.now());
    });
    if (!settled) throw new Undone('settled');
  }

  private async keptSound(shop: ShopId, file: MediaFile): Promise<MediaFile | null> {
    return file.callId === null ? null : this.files.audioOf(shop, file.callId, audioKindOf(file));
  }
}

function audioKindOf({ kind }: MediaFile): AudioKind {
  if (kind === 'attachment') throw new Error('an attachment belongs to a call');
  return kind;
}
