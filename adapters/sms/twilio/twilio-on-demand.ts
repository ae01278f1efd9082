import type { HandOver, OutboundText } from '../../../application/areas/texting/hand-over-text.js';
import type { InboundText } from '../../../application/areas/texting/provider-events.js';
import { TextProvider } from '../../../application/areas/texting/text-provider.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { TwilioOptions } from './twilio-text-provider.js';
import type { SignedForm } from './webhook-signature.js';

/**
 * Loads Twilio's SDK when it is first used. The SDK takes longer to load than most commands take in all, and a service with the
 * sandbox never needs it.
 */
export class TwilioOnDemand extends TextProvider {
  override readonly answersKeywords = true;
  private loading: Promise<TextProvider> | null = null;

  constructor(private readonly options: TwilioOptions) {
    super();
  }

  override async handOver(text: OutboundText): Promise<HandOver> {
    return (await this.load()).handOver(text);
  }

  override async receivedSince(since: Instant): Promise<readonly InboundText[] | null> {
    return (await this.load()).receivedSince(since);
  }

  /** Tells whether Twilio has signed a form. */
  async hasSigned(form: SignedForm): Promise<boolean> {
    const { isSignedByTwilio } = await import('./webhook-signature.js');
    return isSignedByTwilio(this.options.authToken, form);
  }

  /** @throws Error if the SDK is not installed */
  load(): Promise<TextProvider> {
    this.loading ??= import('./twilio-text-provider.js').then(({ TwilioTextProvider }) => new TwilioTextProvider(this.options));
    return this.loading;
  }
}
