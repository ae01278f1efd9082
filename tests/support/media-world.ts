import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { ExpectMedia, type NewMedia } from '../../application/areas/media/expect-media.js';
import { FileStorage } from '../../application/areas/media/file-storage.js';
import { MediaFiles } from '../../application/areas/media/media-files.js';
import type { Call } from '../../domain/calls/call.js';
import type { MediaFile } from '../../domain/media/media-file.js';
import { aStoredCall } from './builders/a-call.js';
import { startFakeTwilio, type FakeTwilio } from './fakes/twilio/fake-twilio.js';
import { wholeOf } from './media-samples.js';
import { startTestService, type TestService, type TestShop } from './service.js';

/** the public address of the service */
export const PUBLIC = 'https://shop.example';

/** The columns of a call that its sounds change. */
export interface CallSounds {
  readonly has_recording: boolean;
  readonly recording_duration_seconds: number | null;
  readonly has_voicemail: boolean;
  readonly voicemail_duration_seconds: number | null;
}

export const SILENT: CallSounds = {
  ...{ has_recording: false, recording_duration_seconds: null, has_voicemail: false, voicemail_duration_seconds: null },
};

/** A service whose provider is a fake Twilio, with a shop. */
export class MediaWorld {
  private constructor(
    readonly twilio: FakeTwilio,
    readonly service: TestService,
    public shop: TestShop,
  ) {}

  static async open(): Promise<MediaWorld> {
    const twilio = await startFakeTwilio();
    const { accountSid, authToken, url: apiUrl } = twilio;
    const texts = { provider: 'twilio', accountSid, authToken, apiUrl } as const;
    const service = await startTestService({ texts, publicUrl: PUBLIC });
    return new MediaWorld(twilio, service, await service.shop());
  }

  async close(): Promise<void> {
    await this.service.stop();
    await this.twilio.stop();
  }

  call(fields: Partial<Call> = {}): Promise<Call> {
    return aStoredCall(this.service, this.shop, fields);
  }

  /** Announces a sound of a call. @param source its address at the provider */
  async expects(call: Call, source: string, fields: Partial<NewMedia> = {}): Promise<MediaFile> {
    const providerId = randomUUID();
    const sound = { kind: 'recording', callId: call.id, source, providerId, durationSeconds: 60, ...fields } as const;
    await this.service.container.get(ExpectMedia).expect(this.shop.id, [sound]);
    return this.file(sound.providerId);
  }

  async file(providerId: string | null): Promise<MediaFile> {
    const file = await this.service.container.get(MediaFiles).ofProvider(this.shop.id, providerId ?? '');
    if (!file) throw new Error('there is no such file');
    return file;
  }

  async soundsOf({ id }: Call): Promise<CallSounds> {
    const columns = Object.keys(SILENT).join(', ');
    const [row] = await this.service.sql<CallSounds>(`select ${columns} from calls where shop_id = $1 and id = $2`, [
      this.shop.id,
      id,
    ]);
    if (!row) throw new Error('there is no such call');
    return row;
  }

  async contentOf({ id }: Pick<MediaFile, 'id'>): Promise<Buffer | null> {
    return wholeOf(await this.service.container.get(FileStorage).read(this.shop.id, id));
  }

  /** The names of all files in the storage's folder, also of half-written ones. */
  async kept(): Promise<string[]> {
    const entries = await readdir(this.service.recordings.folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }
}
