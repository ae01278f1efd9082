import { withAudio } from '../../../domain/calls/audio.js';
import { SIZE_LIMITS, type AudioKind, type MediaFile } from '../../../domain/media/media-file.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { Decision, EventKind } from '../../../domain/shared/events.js';
import type { CallId, MediaFileId, MessageId, ShopId } from '../../../domain/shared/id.js';
import { withAttachment } from '../../../domain/texting/message.js';
import { unannounced, type Announced } from '../../kernel/events/announcer.js';
import type { Clock, UnitOfWork } from '../../kernel/ports/ports.js';
import type { Calls } from '../calls/calls.js';
import type { Messages } from '../texting/messages.js';
import { CheckedContent, NotStorable } from './checked-content.js';
import type { FileStorage, FileTypes } from './file-storage.js';
import type { MediaFiles } from './media-files.js';
import { WrongContent, type ImportFolder, type ManifestLine } from './media-manifest.js';

/** The call or message of this shop to which an imported file belongs. */
export type FileOwner =
  { readonly of: 'call'; readonly id: CallId; readonly kind: AudioKind } | { readonly of: 'message'; readonly id: MessageId };

/** `created`: the file is new · `updated`: the storage had lost the content of a known file · `unchanged`: nothing was missing */
export type StoredAs = 'created' | 'updated' | 'unchanged';

/** Stores imported files. What is there already is never replaced, and nothing is announced. */
export class LandImported {
  constructor(
    private readonly files: MediaFiles,
    private readonly calls: Calls,
    private readonly messages: Messages,
    private readonly storage: FileStorage,
    private readonly types: FileTypes,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationError when the file cannot be stored; then nothing has changed */
  async land(shop: ShopId, line: ManifestLine, owner: FileOwner, folder: ImportFolder): Promise<StoredAs> {
    const there = await this.stored(shop, line, owner);
    if (there) return this.completed(shop, there, line, owner, folder);
    if (await this.files.find(shop, line.file)) throw new ValidationError('file', 'this id belongs to another file of the shop');
    await this.transfer(shop, line.file, line, folder);
    try {
      await this.unitOfWork.run(() => this.add(shop, line, owner));
    } catch (error) {
      if (error instanceof ValidationError) await this.storage.delete(shop, line.file);
      throw error;
    }
    return 'created';
  }

  private stored(shop: ShopId, { place }: ManifestLine, owner: FileOwner): Promise<MediaFile | null> {
    return owner.of === 'call' ? this.files.audioOf(shop, owner.id, owner.kind) : this.files.attachmentOf(shop, owner.id, place);
  }

  /** Puts back the content that the storage has lost, for example because only the database was restored from a backup. */
  private async completed(
    shop: ShopId,
    there: MediaFile,
    line: ManifestLine,
    owner: FileOwner,
    folder: ImportFolder,
  ): Promise<StoredAs> {
    const content = await this.storage.read(shop, there.id);
    const digest = content && (await folder.digest(content));
    if (digest?.bytes === there.bytes && digest.sha256 === line.sha256.toLowerCase()) return 'unchanged';
    if (digest?.bytes === there.bytes || there.bytes !== line.bytes || there.contentType !== line.content_type)
      throw taken(line, owner);
    await this.transfer(shop, there.id, line, folder);
    return 'updated';
  }

  /** Stores the content if it is what the line says, by its own bytes. */
  private async transfer(shop: ShopId, id: MediaFileId, line: ManifestLine, folder: ImportFolder): Promise<void> {
    const { kind, bytes, sha256, content_type: type } = line;
    const content = folder.read(line.file, { bytes, sha256: sha256.toLowerCase() });
    const checked = new CheckedContent(kind, { outcome: 'opened', bytes, content }, this.types, SIZE_LIMITS);
    try {
      await this.storage.put(shop, id, ofType(checked, type));
    } catch (error) {
      if (error instanceof WrongContent) throw new ValidationError('file', error.message);
      if (error instanceof NotStorable) throw new ValidationError('file', `cannot be stored: ${error.message}`);
      throw error;
    }
  }

  private async add(shop: ShopId, line: ManifestLine, owner: FileOwner): Promise<void> {
    const isThere = await this.noted(shop, line, owner);
    if (!isThere) throw new ValidationError(`${owner.of}_id`, `this ${owner.of} was deleted meanwhile`);
    // The call was changed first, so another sound of the call cannot be stored at the same time.
    if (await this.stored(shop, line, owner)) throw taken(line, owner);
    await this.files.add(shop, [fileOf(line, owner, this.clock)]);
    if (!(await this.files.find(shop, line.file))) throw taken(line, owner);
  }

  /** Notes the file in its call or message. False: there is none. */
  private async noted(shop: ShopId, line: ManifestLine, owner: FileOwner): Promise<boolean> {
    const now = this.clock.now();
    if (owner.of === 'call') {
      const { kind } = owner;
      const call = await this.calls.change(shop, owner.id, (before) => {
        const known = kind === 'recording' ? before.recordingDurationSeconds : before.voicemailDurationSeconds;
        return silent(withAudio(before, { kind, durationSeconds: line.duration_seconds ?? known }, now));
      });
      return call !== null;
    }
    const attachment = { place: line.place, source: null, contentType: line.content_type };
    return (await this.messages.change(shop, owner.id, (before) => silent(withAttachment(before, attachment, now)))) !== null;
  }
}

/** A decision that is stored without its events, as an import does. */
function silent<T, Kind extends EventKind>({ next, changed }: Decision<T, Kind>): Announced<T> {
  return unannounced(next, changed);
}

function fileOf(line: ManifestLine, owner: FileOwner, clock: Clock): MediaFile {
  const { file: id, kind, place, content_type: contentType, bytes, duration_seconds: durationSeconds = null } = line;
  return {
    id,
    kind,
    place,
    durationSeconds,
    contentType,
    bytes,
    callId: owner.of === 'call' ? owner.id : null,
    messageId: owner.of === 'message' ? owner.id : null,
    source: null,
    providerId: null,
    status: 'stored',
    error: null,
    attempts: 0,
    dueAt: null,
    createdAt: clock.now(),
  };
}

function taken({ kind, place }: ManifestLine, { of }: FileOwner): ValidationError {
  const which = of === 'call' ? `another ${kind}` : `another attachment with the place ${place}`;
  return new ValidationError('file', `the ${of} has ${which}, which stays`);
}

/** @throws WrongContent at the end of content of another type */
async function* ofType(content: CheckedContent, type: string): AsyncGenerator<Uint8Array> {
  yield* content;
  if (content.contentType !== type) throw new WrongContent(`is of the type ${content.contentType}, not ${type}`);
}
