import { randomUUID } from 'node:crypto';
import type { Container } from 'inversify';
import { CallReports } from '../../application/areas/calls/call-reports.js';
import { ProviderEvents } from '../../application/areas/texting/provider-events.js';
import type { CallId, MessageId, ShopId } from '../../domain/shared/id.js';

export interface ReportedThings {
  /** the records that the service has of the reports */
  readonly known: readonly (MessageId | CallId | null)[];
  /** its answers to reports about things that it does not know: null for each */
  readonly unknown: readonly (MessageId | CallId | null)[];
}

/**
 * Reports texts, receipts and calls as a provider does: texts and calls name no shop, and a receipt may name a text of another
 * shop.
 * @param line a line of the shop
 * @param theirs a message of another shop
 */
export async function exerciseProvider(
  container: Container,
  shop: ShopId,
  line: string,
  theirs: MessageId,
): Promise<ReportedThings> {
  const [texts, calls] = [container.get(ProviderEvents), container.get(CallReports)];
  const ends = { shop: null, from: '+16135550142', to: line };
  const known: (MessageId | CallId | null)[] = [];
  for (const body of ['Hello', 'STOP', 'START', 'HELP'])
    known.push(await texts.received({ ...ends, providerId: randomUUID(), body, media: [], receivedAt: null }));
  const receipt = { providerId: randomUUID(), shop, message: theirs, status: 'delivered', refusal: null } as const;
  const call = randomUUID();
  const unknown = [await texts.reported(receipt), await calls.part({ part: 'transcript', call, id: null, text: 'Hello.' })];
  known.push(
    await calls.state({ call, ...ends, direction: 'inbound', state: 'completed', at: null, seconds: 60 }),
    await calls.part({ part: 'answer', call, id: randomUUID(), to: '+16135550111', at: null }),
  );
  return { known, unknown };
}
