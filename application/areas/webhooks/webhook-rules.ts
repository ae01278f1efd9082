import { ValidationError } from '../../../domain/shared/errors.js';
import type { EventKind } from '../../../domain/shared/events.js';
import type { EventTypes } from '../../kernel/events/event-types.js';
import type { OutboundHttp, UrlRefusal } from '../../kernel/ports/outbound-http.js';

const REFUSED: Readonly<Record<UrlRefusal, string>> = {
  not_a_url: 'is not a URL',
  too_long: 'is too long',
  scheme: 'must begin with https://',
  userinfo: 'must not have a user name or a password',
  port: 'must use port 443',
  address: 'must be an address on the public internet',
};

/** The rules for what somebody chooses for a webhook. */
export class WebhookRules {
  constructor(
    private readonly http: OutboundHttp,
    private readonly types: EventTypes,
  ) {}

  /** @throws ValidationError when deliveries could never go there */
  async requireUrl(url: string): Promise<void> {
    const refusal = await this.http.judge(url);
    if (refusal) throw new ValidationError('url', REFUSED[refusal]);
  }

  /** @throws ValidationError when the list is empty, or names what is no kind of event */
  chosenKinds(events: readonly string[] | null): readonly EventKind[] | null {
    if (events === null) return null;
    if (events.length === 0) throw new ValidationError('events', 'must name at least one kind; for all kinds, give null');
    return events.map((kind) => {
      if (!this.isPublished(kind))
        throw new ValidationError('events', `${kind} is not a kind of event; GET /event-types lists them`);
      return kind;
    });
  }

  private isPublished(kind: string): kind is EventKind {
    return this.types.kinds.includes(kind);
  }
}

export const LONGEST_URL = 2048;
export const LONGEST_DESCRIPTION = 200;
/** The limits of a list of kinds of events. The catalogue decides which kinds there are. */
export const KINDS_FIELD = { maxItems: 100, max: 100, example: ['lead.created', 'message.received'] } as const;
