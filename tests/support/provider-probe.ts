import type { Container } from 'inversify';
import { ProviderEvents, type InboundText, type Receipt } from '../../application/areas/texting/provider-events.js';
import type { MessageId } from '../../domain/shared/id.js';

/** Stands in the place of the inbox: keeps what the provider reported, and answers as the test says. */
export class ProviderProbe extends ProviderEvents {
  readonly texts: InboundText[] = [];
  readonly receipts: Receipt[] = [];
  /** the answer to every event; null: number and text are unknown */
  answer: MessageId | null = null;
  /** the error of every event; null: none fails */
  error: Error | null = null;

  override received(text: InboundText): Promise<MessageId | null> {
    this.texts.push(text);
    return this.outcome();
  }

  override reported(receipt: Receipt): Promise<MessageId | null> {
    this.receipts.push(receipt);
    return this.outcome();
  }

  private outcome(): Promise<MessageId | null> {
    return this.error ? Promise.reject(this.error) : Promise.resolve(this.answer);
  }
}

/** Replaces the inbox of a service that is not shared with other tests. */
export function bindProbe(container: Container): ProviderProbe {
  const probe = new ProviderProbe();
  if (container.isBound(ProviderEvents)) container.unbind(ProviderEvents);
  container.bind(ProviderEvents).toConstantValue(probe);
  return probe;
}
