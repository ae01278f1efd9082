import { AUDIO_KINDS } from '../../../domain/media/media-file.js';
import { instantOf } from '../../../domain/shared/instant.js';
import { DateTime, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import type { MediaLink } from '../media/media-links.js';

export interface RecordingLink {
  readonly link: MediaLink;
  readonly url: string;
  readonly durationSeconds: number | null;
}

export class RecordingLinkView {
  @Uuid({ description: 'The `id` of the call.' }) call!: string;
  @OneOf(AUDIO_KINDS) kind!: string;
  @Text({
    description: 'Plays this one sound of this one call, without a key, until `expires_at`. Fetch a new link for each playback.',
    example:
      'https://shop.example/media/0199a3c4-5b60-7c1e-8f3a-2d9b6e4c7a10/calls/0199a3c4-6d21-7a45-9b0e-51f3c8d2e694/recording' +
      '?expires=1772462100&signature=kAxV0mN9r3Yt8QbZ1cLw5uJd7eHs2fGp4iKo6vXn0TE',
  })
  url!: string;
  @DateTime({ description: 'When the link ends.' }) expires_at!: string;
  @Int({ min: 0, nullable: true, description: 'The length of the sound. Null if it is unknown.' })
  duration_seconds!: number | null;

  static of({ link, url, durationSeconds }: RecordingLink): RecordingLinkView {
    return {
      call: link.call,
      kind: link.kind,
      url,
      expires_at: instantOf(link.expires * 1000),
      duration_seconds: durationSeconds,
    };
  }
}
