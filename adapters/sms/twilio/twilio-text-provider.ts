import twilio from 'twilio';
import type RequestClient from 'twilio/lib/base/RequestClient.js';
import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message.js';
import { PROVIDER_ANSWER_MS, type HandOver, type OutboundText } from '../../../application/areas/texting/hand-over-text.js';
import type { InboundMedia, InboundText } from '../../../application/areas/texting/provider-events.js';
import { TextProvider } from '../../../application/areas/texting/text-provider.js';
import { instantOf, millisOf, type Instant } from '../../../domain/shared/instant.js';
import { withoutUnprintable } from '../../../domain/shared/text.js';
import { messageOf } from '../../system-errors.js';
import { accepted, outcomeOf } from './hand-over-outcome.js';
import { NoAnswer, TwilioHttp } from './twilio-http.js';

export interface TwilioOptions {
  readonly accountSid: string;
  readonly authToken: string;
  /** the address of the provider's API; default: Twilio's */
  readonly baseUrl?: string;
  /** milliseconds for one request; default PROVIDER_ANSWER_MS */
  readonly timeoutMs?: number;
  /** certificates of authorities that are trusted instead of the system's, in PEM */
  readonly ca?: string;
  /** Called when the list of inbound texts cannot be read, with `{error}`. */
  readonly log?: (message: string, detail: { readonly error: string }) => void;
}

const TWILIO_API = 'https://api.twilio.com';
/** Twilio's pages have at most 1,000 texts. A smaller page comes within the time limit. */
const PAGE_SIZE = 100;
/** The most texts of one list, inbound and outbound. */
const MOST_LISTED = 20_000;

/** Sends texts through Twilio by its SDK. */
export class TwilioTextProvider extends TextProvider {
  override readonly answersKeywords = true;
  private readonly client: twilio.Twilio;
  private readonly baseUrl: string;
  private readonly log: (message: string, detail: { readonly error: string }) => void;

  constructor({
    accountSid,
    authToken,
    baseUrl = TWILIO_API,
    timeoutMs = PROVIDER_ANSWER_MS,
    ca,
    log = () => undefined,
  }: TwilioOptions) {
    super();
    this.baseUrl = baseUrl.replace(/\/$/, '');
    this.log = log;
    // The cast is safe: the SDK calls only the one method that `TwilioHttp` has. Its type names a class with further members.
    const httpClient = new TwilioHttp({ baseUrl: this.baseUrl, timeoutMs, ca }) as unknown as RequestClient;
    // Without `edge` and `region` the SDK would read them from the environment and change the host's name.
    this.client = new twilio.Twilio(accountSid, authToken, { httpClient, edge: '', region: '' });
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
      const listed = await this.client.messages.list({ dateSentAfter: new Date(from), pageSize: PAGE_SIZE, limit: MOST_LISTED });
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
