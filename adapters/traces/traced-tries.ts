import type { DueDelivery, Endpoint } from '../../application/webhooks/due-deliveries.js';
import type { EndedTry, TryDelivery } from '../../application/webhooks/try-delivery.js';
import { inSpan, type Traces } from '../../application/ports/traces.js';

/** Tries each delivery in a span that goes on with the trace of the event. */
export function tracedTries(tries: Pick<TryDelivery, 'execute'>, traces: Traces): Pick<TryDelivery, 'execute'> {
  return {
    execute: (endpoint, delivery, signal) =>
      inSpan(traces, startOf(endpoint, delivery), async (span) => {
        const ended = await tries.execute(endpoint, delivery, signal);
        span.add({ 'shop_operations.outcome': ended?.outcome ?? 'aborted' });
        if (ended && hasFailed(ended))
          span.fail(ended.responseStatus === null ? ended.outcome : String(ended.responseStatus), true);
        return ended;
      }),
  };
}

function startOf({ shop, webhook }: Endpoint, { id, event, type, attempt, content }: DueDelivery) {
  const facts = {
    'shop_operations.shop': shop,
    'shop_operations.webhook': webhook,
    'shop_operations.delivery': id,
    'shop_operations.event': event,
    'shop_operations.attempt': attempt,
  };
  const parent = content?.trace ? { traceparent: content.trace } : null;
  return { name: `deliver ${type}`, kind: 'consumer', facts, parent } as const;
}

function hasFailed({ outcome }: EndedTry): boolean {
  return outcome === 'failed' || outcome === 'gone';
}
