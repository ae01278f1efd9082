import type { CallProvider, ListedReport } from '../../../application/areas/calls/call-provider.js';
import type { HandOver, OutboundText } from '../../../application/areas/texting/hand-over-text.js';
import type { InboundText } from '../../../application/areas/texting/provider-events.js';
import { TextProvider } from '../../../application/areas/texting/text-provider.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { TwilioOptions } from './twilio-client.js';
import type { SignedForm } from './webhook-signature.js';

/** The adapters that need the SDK. */
interface Adapters {
  readonly texts: TextProvider;
  readonly calls: CallProvider;
}

/**
 * Loads Twilio's SDK when it is first used. The SDK takes longer to load than most commands take in all, and a service with the
 * sandbox never needs it.
 */
export class TwilioOnDemand extends TextProvider implements CallProvider {
  override readonly answersKeywords = true;
  private loading: Promise<Adapters> | null = null;

  constructor(private readonly options: TwilioOptions) {
    super();
  }

  override async handOver(text: OutboundText): Promise<HandOver> {
    return (await this.load()).texts.handOver(text);
  }

  override async receivedSince(since: Instant): Promise<readonly InboundText[] | null> {
    return (await this.load()).texts.receivedSince(since);
  }

  async reportsSince(since: Instant): Promise<readonly ListedReport[] | null> {
    return (await this.load()).calls.reportsSince(since);
  }

  /** Tells whether Twilio has signed a form. */
  async hasSigned(form: SignedForm): Promise<boolean> {
    const { isSignedByTwilio } = await import('./webhook-signature.js');
    return isSignedByTwilio(this.options.authToken, form);
  }

  /** @throws Error if the SDK is not installed */
  load(): Promise<Adapters> {
    this.loading ??= this.adapters();
    return this.loading;
  }

  private async adapters(): Promise<Adapters> {
    const { TwilioTextProvider } = await import('./twilio-text-provider.js');
    const { TwilioCallProvider } = await import('./twilio-call-provider.js');
    return { texts: new TwilioTextProvider(this.options), calls: new TwilioCallProvider(this.options) };
  }
}
