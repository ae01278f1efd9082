import { randomUUID } from 'node:crypto';
import { FileStorage } from '../../../application/areas/media/file-storage.js';
import { MediaFiles } from '../../../application/areas/media/media-files.js';
import type { AudioKind, MediaFile } from '../../../domain/media/media-file.js';
import type { CallId, MediaFileId, MessageId, ShopId } from '../../../domain/shared/id.js';
import type { TestService } from '../service.js';
import { at } from '../test-clock.js';
import { aStoredCall } from './a-call.js';

interface GivenFile {
  readonly content?: Uint8Array;
  readonly contentType?: string;
  readonly durationSeconds?: number | null;
}

type Place = Pick<MediaFile, 'kind' | 'callId' | 'messageId' | 'place'>;
type Stores = Pick<TestService, 'sql' | 'container'>;
interface Shop {
  readonly id: ShopId;
}

const CREATED = at('2026-03-01T09:00:00Z');

/** Stores a call with a recording or a voicemail, which can be played. */
export async function aCallWithAudio(
  service: Stores,
  shop: Shop,
  given: GivenFile & { readonly kind?: AudioKind } = {},
): Promise<{ readonly id: CallId; readonly file: MediaFile }> {
  const { kind = 'recording', durationSeconds = 42 } = given;
  const seconds =
    kind === 'recording' ? { recordingDurationSeconds: durationSeconds } : { voicemailDurationSeconds: durationSeconds };
  const { id } = await aStoredCall(service, shop, {
    ...{ status: kind === 'recording' ? 'completed' : 'missed' },
    ...{ hasRecording: kind === 'recording', hasVoicemail: kind === 'voicemail', ...seconds },
  });
  return { id, file: await anAudioOf(service, shop, id, { ...given, kind, durationSeconds }) };
}

/** Stores a sound of a call that is stored already. The call's own columns stay as they are. */
export function anAudioOf(
  service: Stores,
  shop: Shop,
  call: CallId,
  { kind, ...given }: GivenFile & { readonly kind: AudioKind },
): Promise<MediaFile> {
  return aFile(service, shop, { kind, callId: call, messageId: null, place: 0 }, { contentType: 'audio/wav', ...given });
}

export function anAttachmentOf(
  service: Stores,
  shop: Shop,
  message: MessageId,
  place: number,
  given: GivenFile = {},
): Promise<MediaFile> {
  const owner: Place = { kind: 'attachment', callId: null, messageId: message, place };
  return aFile(service, shop, owner, { contentType: 'image/png', ...given });
}

async function aFile(
  { container }: Pick<TestService, 'container'>,
  { id: shop }: Shop,
  place: Place,
  given: GivenFile,
): Promise<MediaFile> {
  const { content = Buffer.from('the bytes of a file'), contentType = 'audio/wav', durationSeconds = null } = given;
  const id = randomUUID() as MediaFileId; // safe: a UUID
  const file: MediaFile = {
    ...{ id, ...place, source: null, providerId: null, durationSeconds, status: 'stored', error: null, attempts: 1, dueAt: null },
    ...{ contentType, bytes: content.length, createdAt: CREATED },
  };
  await container.get(FileStorage).put(shop, id, chunksOf(content));
  await container.get(MediaFiles).add(shop, [file]);
  return file;
}

async function* chunksOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  if (content.length > 0) yield content;
}
