import type twilio from 'twilio';
import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message.js';
import type { HandOver, OutboundText } from '../../../application/areas/texting/hand-over-text.js';
import type { InboundMedia, InboundText } from '../../../application/areas/texting/provider-events.js';
import { TextProvider } from '../../../application/areas/texting/text-provider.js';
import { instantOf, millisOf, type Instant } from '../../../domain/shared/instant.js';
import { withoutUnprintable } from '../../../domain/shared/text.js';
import { messageOf } from '../../system-errors.js';
import { accepted, outcomeOf } from './hand-over-outcome.js';
import { apiOf, clientOf, LISTED, type TwilioOptions } from './twilio-client.js';
import { NoAnswer } from './twilio-http.js';

/** Sends texts through Twilio by its SDK. */
export class TwilioTextProvider extends TextProvider {
  override readonly answersKeywords = true;
  private readonly client: twilio.Twilio;
  private readonly baseUrl: string;
  private readonly log: NonNullable<TwilioOptions['log']>;

  constructor({ log = () => undefined, ...options }: TwilioOptions) {
    super();
    this.client = clientOf(options);
    this.baseUrl = apiOf(options);
    this.log = log;
  }

  override async handOver({ from, to, body, statusCallback }: OutboundText): Promise<HandOver> {
    try {
      const message = await this.client.messages.create({
        ...('line' in from ? { from: from.line } : { messagingServiceSid: from.messagingService }),
        ...(statusCallback !== null && { statusCallback }),
        to,
        body,
      });
      return accepted(message);
    } catch (error) {
      return outcomeOf(error);
    }
  }

  override async receivedSince(since: Instant): Promise<readonly InboundText[] | null> {
    // Twilio counts whole seconds.
    const from = Math.floor(millisOf(since) / 1000) * 1000;
    try {
      const listed = await this.client.messages.list({ dateSentAfter: new Date(from), ...LISTED });
      const inbound = listed.filter(({ direction, dateSent }) => direction === 'inbound' && !(dateSent.getTime() < from));
      const texts: InboundText[] = [];
      for (const message of inbound.reverse()) texts.push(await this.inboundText(message));
      return texts;
    } catch (error) {
      this.log('the provider’s inbound texts cannot be listed', { error: messageOf(error) });
      return null;
    }
  }

  private async inboundText(message: MessageInstance): Promise<InboundText> {
    const { sid: providerId, from, to, body, numMedia, dateSent } = message;
    const ms = dateSent.getTime();
    return {
      providerId,
      shop: null,
      from: withoutUnprintable(from),
      to: withoutUnprintable(to),
      body: withoutUnprintable(body),
      media: Number(numMedia) > 0 ? await this.mediaOf(providerId) : [],
      receivedAt: Number.isFinite(ms) ? instantOf(ms) : null,
    };
  }

  /** A text whose media Twilio no longer has comes without them. */
  private async mediaOf(sid: string): Promise<InboundMedia[]> {
    try {
      const media = await this.client.messages(sid).media.list();
      return media.map(({ uri, contentType }) => ({ url: this.baseUrl + uri.replace(/\.json$/, ''), contentType }));
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      return [];
    }
  }
}
