import { later } from '../../../domain/shared/instant.js';
import type { Work } from '../../kernel/events/work.js';
import type { Clock, Log } from '../../kernel/ports/ports.js';
import { beginningOf, type CaughtUp } from './caught-up.js';
import type { InboundText, ProviderEvents } from './provider-events.js';
import type { TextProvider } from './text-provider.js';

/** A text can appear in the provider's list this long after the time that it has there. */
const MARGIN_MS = 10 * 60_000;

/**
 * Takes in the inbound texts that the provider lists. So a text is not lost if the provider could not deliver it, because the
 * service was down or its address was wrong. The inbox recognises the texts that it has.
 */
export class CatchUp implements Work {
  readonly name = 'messages.catch_up';
  readonly againAfterMs = 60_000;

  constructor(
    private readonly provider: TextProvider,
    private readonly events: ProviderEvents,
    private readonly caughtUp: CaughtUp,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** The first run takes in the texts of the last minutes. A text that the inbox cannot take does not keep the others out. */
  async run(): Promise<boolean> {
    const now = this.clock.now();
    const texts = await this.provider.receivedSince(later(await beginningOf(this.caughtUp, 'texts', now), -MARGIN_MS));
    if (texts === null) return false;
    let failed = 0;
    for (const text of texts) failed += (await this.take(text)) ? 0 : 1;
    if (failed > 0) return false;
    await this.caughtUp.note('texts', now);
    return true;
  }

  private async take(text: InboundText): Promise<boolean> {
    try {
      await this.events.received(text);
      return true;
    } catch (error) {
      this.log.warn('an inbound text that the provider lists cannot be taken in', { providerId: text.providerId, error });
      return false;
    }
  }
}
