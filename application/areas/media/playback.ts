import { AUDIO_KINDS, type AudioKind } from '../../../domain/media/media-file.js';
import { Forbidden, NotFound } from '../../../domain/shared/errors.js';
import { toId, type CallId, type ShopId } from '../../../domain/shared/id.js';
import { millisOf } from '../../../domain/shared/instant.js';
import type { Clock } from '../../kernel/ports/ports.js';
import { storedFile, type StoredFile } from './file-storage.js';
import type { MediaFiles } from './media-files.js';

/** The right to play one sound of one call until a time. */
export interface MediaLink {
  readonly shop: ShopId;
  readonly call: CallId;
  readonly kind: AudioKind;
  /** seconds since 1970-01-01T00:00:00Z */
  readonly expires: number;
}

/** Signs links to sounds. */
export abstract class MediaLinks {
  abstract sign(link: MediaLink): string;
  /** Tells whether one of the service's keys has signed the link. The comparison takes the same time for every signature. */
  abstract isSigned(link: MediaLink, signature: string): boolean;
}

/** The path of a link to a sound, on the service’s own host. */
export const PLAYBACK_PATH = '/media/:shop/calls/:call/:kind';

/** @param publicUrl without a slash at its end */
export function playbackUrl(publicUrl: string, link: MediaLink, signature: string): string {
  const { shop, call, kind, expires } = link;
  return `${publicUrl}/media/${shop}/calls/${call}/${kind}?expires=${expires}&signature=${signature}`;
}

/** The parts of a link as somebody sent them. */
export interface SentLink {
  readonly shop: string;
  readonly call: string;
  readonly kind: string;
  /** the decoded values of each parameter */
  readonly expires: readonly string[];
  readonly signature: readonly string[];
}

/** Plays the sounds of calls to anyone who has a signed link. */
export class Playback {
  constructor(
    private readonly links: MediaLinks,
    private readonly files: MediaFiles,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, with the same message whatever is wrong with the link; so nobody learns which part to change */
  checked(sent: SentLink): MediaLink {
    const link = linkOf(sent);
    const [signature = '', ...more] = sent.signature;
    if (!link || more.length > 0 || !this.links.isSigned(link, signature) || this.secondsLeft(link) <= 0)
      throw new Forbidden('this link is wrong or has expired; ask for a new one');
    return link;
  }

  secondsLeft({ expires }: MediaLink): number {
    return Math.ceil(expires - millisOf(this.clock.now()) / 1000);
  }

  /** @throws NotFound when the call has no such sound any more */
  async fileOf({ shop, call, kind }: MediaLink): Promise<StoredFile> {
    const file = storedFile(shop, await this.files.audioOf(shop, call, kind));
    if (!file) throw new NotFound(kind);
    return file;
  }
}

/** Null: it is no link that the service has written. It accepts each link in one spelling only. */
function linkOf({ shop, call, kind, expires }: SentLink): MediaLink | null {
  const seconds = Number(expires[0]);
  const isOurs =
    toId(shop) === shop &&
    toId(call) === call &&
    isAudio(kind) &&
    expires.length === 1 &&
    Number.isSafeInteger(seconds) &&
    seconds > 0 &&
    String(seconds) === expires[0];
  // The casts are safe: both texts are ids.
  return isOurs ? { shop: shop as ShopId, call: call as CallId, kind, expires: seconds } : null;
}

function isAudio(kind: string): kind is AudioKind {
  return AUDIO_KINDS.some((one) => one === kind);
}
