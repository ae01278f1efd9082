import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { FileStorage } from '../../application/areas/media/file-storage.js';
import { MediaFiles } from '../../application/areas/media/media-files.js';
import type { MediaFile } from '../../domain/media/media-file.js';
import type { CallId, MediaFileId, MessageId, ShopId } from '../../domain/shared/id.js';
import { toneWav } from '../../infrastructure/demo-data/sounds.js';
import { importRows } from './importing.js';
import type { TestService } from './service.js';
import { at } from './test-clock.js';

export const TONE = Buffer.from(toneWav(440));
export const OTHER_TONE = Buffer.from(toneWav(220));
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** The rows of a shop with two calls and a message, in the form in which `--restore` and a plain import read them. */
export interface MediaShop {
  readonly recorded: CallId;
  readonly missed: CallId;
  readonly message: MessageId;
  readonly thread: string;
  readonly calls: readonly object[];
  readonly conversations: readonly object[];
}

export function mediaShop(): MediaShop {
  // Safe: ids are UUIDs.
  const [recorded, missed, message] = [randomUUID() as CallId, randomUUID() as CallId, randomUUID() as MessageId];
  const thread = randomUUID();
  const ends = { direction: 'inbound', from: '+16135550142', to: '+16135550100', created_at: '2026-03-01T09:00:00.000Z' };
  const media = [{ content_type: 'image/png', url: `/api/v1/messages/${message}/media/0` }];
  const text = { ...ends, id: message, external_id: 'M-1', direction: 'inbound', body: 'Like this one?', media };
  return {
    ...{ recorded, missed, message, thread },
    calls: [
      {
        ...{ ...ends, id: recorded, external_id: 'P-1', status: 'completed', started_at: ends.created_at },
        ...{ has_recording: true, recording_duration_seconds: 41 },
      },
      {
        ...{ ...ends, id: missed, external_id: 'P-2', status: 'missed', started_at: ends.created_at },
        ...{ has_voicemail: true, voicemail_duration_seconds: 9 },
      },
    ],
    conversations: [
      {
        id: thread,
        external_id: 'T-1',
        channel: 'sms',
        contact_number: '+16135550142',
        created_at: ends.created_at,
        messages: [text],
      },
    ],
  };
}

/** Restores the calls and the thread of a `MediaShop`. */
export async function restore(
  service: Pick<TestService, 'container'>,
  shop: { readonly id: ShopId },
  given: MediaShop,
): Promise<void> {
  for (const kind of ['calls', 'conversations'] as const) {
    const { errors } = await importRows(service, shop, kind, given[kind] as readonly Record<string, unknown>[], {
      restore: true,
    });
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
  }
}

type Kept = Pick<MediaFile, 'kind' | 'contentType'> & Partial<MediaFile>;

/** Stores a file with its row. Its call or message stays as it is. */
export async function keepFile(
  { container }: Pick<TestService, 'container'>,
  shop: ShopId,
  content: Uint8Array,
  fields: Kept,
): Promise<MediaFile> {
  const file: MediaFile = {
    id: randomUUID() as MediaFileId, // safe: an id is a UUID
    ...{ callId: null, messageId: null, place: 0, source: null, providerId: null, durationSeconds: null },
    ...{ status: 'stored', error: null, attempts: 1, dueAt: null, bytes: content.byteLength },
    createdAt: at('2026-03-01T09:00:00Z'),
    ...fields,
  };
  await container.get(FileStorage).put(shop, file.id, once(content));
  await container.get(MediaFiles).add(shop, [file]);
  return file;
}

/** Content in one chunk. */
export async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(content);
}

/** Restores a `MediaShop`, and stores a recording, a voicemail and an attachment of it. */
export async function fillWithMedia(service: TestService, shop: { readonly id: ShopId }, given: MediaShop): Promise<MediaFile[]> {
  await restore(service, shop, given);
  const { recorded, missed, message } = given;
  return [
    await keepFile(service, shop.id, TONE, {
      kind: 'recording',
      callId: recorded,
      contentType: 'audio/wav',
      durationSeconds: 41,
    }),
    await keepFile(service, shop.id, OTHER_TONE, {
      kind: 'voicemail',
      callId: missed,
      contentType: 'audio/wav',
      durationSeconds: 9,
    }),
    await keepFile(service, shop.id, PICTURE, { kind: 'attachment', messageId: message, contentType: 'image/png' }),
  ];
}

/** The stored content of a shop's files, in base64, by call or message and kind. */
export async function contentsOf(service: TestService, shop: ShopId): Promise<Record<string, string | null>> {
  const files = await service.container.get(MediaFiles).stored(shop, 1000, null);
  const contents: Record<string, string | null> = {};
  for (const { id, callId, messageId, kind } of files) {
    const content = await service.container.get(FileStorage).read(shop, id);
    contents[`${callId ?? messageId ?? ''} ${kind}`] = content && (await buffer(content)).toString('base64');
  }
  return contents;
}

export type Line = Readonly<Record<string, unknown>>;

/** The lines of a folder's manifest. */
export async function manifestOf(folder: string): Promise<Line[]> {
  const text = await readFile(join(folder, 'recordings.ndjson'), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

export async function writeManifest(folder: string, lines: readonly (Line | string)[]): Promise<void> {
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  await writeFile(join(folder, 'recordings.ndjson'), text);
}

/** Writes a file into a folder. @returns its line in a manifest */
export async function lineOf(folder: string, content: Uint8Array, fields: Line): Promise<Line> {
  const file = randomUUID();
  await writeFile(join(folder, file), content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { file, place: 0, content_type: 'audio/wav', bytes: content.byteLength, sha256, ...fields };
}
