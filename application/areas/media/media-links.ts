import type { AudioKind } from '../../../domain/media/media-file.js';
import type { CallId, ShopId } from '../../../domain/shared/id.js';

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
