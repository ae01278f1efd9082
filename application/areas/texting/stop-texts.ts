import type { ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { endQueued } from '../../../domain/texting/sending.js';
import type { Log } from '../../kernel/ports/ports.js';
import type { Messages } from './messages.js';
import type { OptOuts } from './opt-outs.js';
import type { SettleMessage } from './settle-message.js';

/** The time for texts that are being handed over. The provider has less time for its answer. */
const MOST_WAIT_MS = 4_000;

/**
 * Stops what is under way to a number whose block is stored. Texts that wait are ended. Their change takes turns with a hand-over
 * that is just claiming one, so after it each text is either ended or visible as being handed over, and that is waited for.
 */
export class StopTexts {
  constructor(
    private readonly messages: Messages,
    private readonly optOuts: OptOuts,
    private readonly settle: SettleMessage,
    private readonly log: Log,
  ) {}

  async execute(shop: ShopId, number: E164): Promise<void> {
    // The provider may repeat a STOP after a START of the contact has lifted the block.
    if (!(await this.optOuts.find(shop, number))) return;
    for (const id of await this.messages.queuedFor(shop, number)) {
      await this.settle.execute(shop, id, (text, now) => endQueued(text, 'opted_out', now));
    }
    if (await this.messages.untilHandedOver(shop, number, MOST_WAIT_MS)) return;
    this.log.warn('a text was still being handed over when the answer to a STOP was due', { shop });
  }
}
