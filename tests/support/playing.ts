import { MediaLinks, playbackUrl, type MediaLink } from '../../application/areas/media/playback.js';
import type { CallId } from '../../domain/shared/id.js';
import { millisOf } from '../../domain/shared/instant.js';
import { rawRequest, type RawAnswer } from './raw-http.js';
import type { TestService, TestShop } from './service.js';

/** Makes links to the sounds of one call, right or wrong ones, and plays them. */
export class Playing {
  constructor(
    private readonly service: TestService,
    private readonly shop: Pick<TestShop, 'id'>,
    private readonly call: CallId,
  ) {}

  /** seconds since 1970-01-01T00:00:00Z */
  now(): number {
    return Math.floor(millisOf(this.service.clock.now()) / 1000);
  }

  /** A link that is valid for a minute. */
  link(given: Partial<MediaLink> = {}): MediaLink {
    return { shop: this.shop.id, call: this.call, kind: 'recording', expires: this.now() + 60, ...given };
  }

  signed(link: MediaLink = this.link()): string {
    return this.service.container.get(MediaLinks).sign(link);
  }

  path(link: MediaLink = this.link(), signature = this.signed(link)): string {
    return playbackUrl('', link, signature);
  }

  play(path = this.path(), headers: readonly string[] = [], method = 'GET'): Promise<RawAnswer> {
    return rawRequest(this.service.url, { method, path, headers });
  }
}
