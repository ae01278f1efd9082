import type { Container } from 'inversify';
import { PostgresEventArrivals } from '../../adapters/areas/events/postgres-event-arrivals.js';
import { CatalogueEventTypes } from '../../adapters/http/openapi/event-schema.js';
import { ANYWHERE, PUBLIC_ONLY } from '../../adapters/outbound/checked-addresses.js';
import { UndiciOutboundHttp } from '../../adapters/outbound/undici-outbound-http.js';
import { StandardWebhookSigner } from '../../adapters/signing/standard-webhook-signer.js';
import { EventArrivals } from '../../application/areas/events/event-feed.js';
import { EventCatalogue } from '../../application/kernel/events/event-catalogue.js';
import { EventTypes } from '../../application/kernel/events/event-types.js';
import { OutboundHttp } from '../../application/kernel/ports/outbound-http.js';
import { WebhookSigner } from '../../application/kernel/ports/webhook-signer.js';

/** The adapters that events need to be described, awaited and delivered. */
export function bindEvents(container: Container, catalogue: EventCatalogue, privateWebhooks: boolean): void {
  container.bind(EventCatalogue).toConstantValue(catalogue);
  container.bind(EventTypes).toConstantValue(new CatalogueEventTypes(catalogue));
  container.bind(EventArrivals).toService(PostgresEventArrivals);
  const outbound = new UndiciOutboundHttp({ policy: privateWebhooks ? ANYWHERE : PUBLIC_ONLY });
  container.bind(UndiciOutboundHttp).toConstantValue(outbound);
  container.bind(OutboundHttp).toConstantValue(outbound);
  container.bind(WebhookSigner).toConstantValue(new StandardWebhookSigner());
}
