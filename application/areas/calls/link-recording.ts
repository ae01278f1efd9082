import { AUDIO_KINDS, type AudioKind } from '../../../domain/media/media-file.js';
import { NotFound, RefusedChange } from '../../../domain/shared/errors.js';
import type { CallId } from '../../../domain/shared/id.js';
import { millisOf } from '../../../domain/shared/instant.js';
import { OneOf, PathId } from '../../kernel/fields/fields.js';
import { ClampedInt } from '../../kernel/fields/filter-fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock, PublicUrl } from '../../kernel/ports/ports.js';
import { MediaFiles } from '../media/media-files.js';
import { MediaLinks, playbackUrl } from '../media/playback.js';
import { RecordingLinkView, type RecordingLink } from './call.view.js';
import { Calls } from './calls.js';

const STANDARD_SECONDS = 300;

class LinkRecordingInput {
  @PathId() id!: CallId;
  @OneOf(AUDIO_KINDS, {
    optional: true,
    default: 'recording',
    description: 'The sound of the call, or the voicemail of its caller.',
  })
  media?: AudioKind;
  @ClampedInt({ min: 30, max: 900, standard: STANDARD_SECONDS, description: 'How many seconds the link is valid.' }) ttl?: number;
}

class LinkRecording implements UseCase<LinkRecordingInput, RecordingLink> {
  constructor(
    private readonly calls: Calls,
    private readonly files: MediaFiles,
    private readonly links: MediaLinks,
    private readonly publicUrl: PublicUrl,
    private readonly clock: Clock,
  ) {}

  async execute(
    { shop }: Caller,
    { id, media = 'recording', ttl = STANDARD_SECONDS }: LinkRecordingInput,
  ): Promise<RecordingLink> {
    const audio = await this.files.lengthOf(shop.id, id, media);
    // A call that has a sound is there, so nearly every link costs one look into the database.
    if (!audio && !(await this.calls.find(shop.id, id))) throw new NotFound('call');
    const { url: publicUrl } = this.publicUrl;
    if (publicUrl === null) throw new RefusedChange('this deployment has no public address for links; set PUBLIC_URL');
    if (!audio) throw new RefusedChange(`this call has no ${media}`);
    const link = { shop: shop.id, call: id, kind: media, expires: Math.floor(millisOf(this.clock.now()) / 1000) + ttl };
    return { link, url: playbackUrl(publicUrl, link, this.links.sign(link)), durationSeconds: audio.durationSeconds };
  }
}

export const linkRecording = operation(LinkRecording, {
  name: 'calls.link_recording',
  summary: 'Get a link to a call’s recording or voicemail',
  description:
    'A signed link that plays one sound of one call until `expires_at`, for anyone who has it. Fetch a new link for each ' +
    'playback, and do not store it. Answers 500 if the call has no such sound, and if this deployment has no public address.',
  scope: 'read',
  route: get('/calls/:id/recording'),
  input: LinkRecordingInput,
  output: one(RecordingLinkView),
  noStore: true,
  needs: [Calls, MediaFiles, MediaLinks, PublicUrl, Clock],
  errors: ['not_found'],
});
