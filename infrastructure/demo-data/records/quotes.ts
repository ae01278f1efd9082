import { QUOTES } from '../../../application/areas/quotes/quotes.js';
import { QUOTE_STATUSES, type Quote, type QuoteStatus } from '../../../domain/quotes/quote.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { DemoRecords } from '../demo-part.js';
import type { Made } from '../made.js';
import { after, type PartContext } from '../random/part-context.js';
import { demoSerials } from '../random/serials.js';
import { DAY } from '../shops/calendar.js';
import { withTax } from '../shops/money.js';
import { demoCustomers } from './customers.js';
import { oldestFirst } from './rows.js';
import { demoServices, saleOf } from './services.js';

type QuoteRow = Omit<Quote, 'currency'>;

const FRESH = { draft: 20, sent: 35, viewed: 25, accepted: 15, declined: 5, expired: 0 } as const satisfies Record<
  QuoteStatus,
  number
>;
const OLD = { draft: 2, sent: 4, viewed: 3, accepted: 51, declined: 18, expired: 22 } as const satisfies Record<
  QuoteStatus,
  number
>;

export const demoQuotes: DemoRecords<QuoteRow> = { name: 'quotes', record: QUOTES, per: 'block', make: quotesOf };

function quotesOf(context: PartContext, made: Made): QuoteRow[] {
  const { random, now, shop } = context;
  const serials = made.of(demoSerials);
  const customers = made.of(demoCustomers);
  const sold = made.of(demoServices).filter(({ active, addon }) => active && !addon);
  const asked = oldestFirst(
    Array.from({ length: made.counts.quotes }, () => {
      const customer = random.pick(customers);
      return {
        customerId: customer.id,
        createdAt: random.chance(0.6) ? context.soonAfter(customer.createdAt, 5) : context.between(customer.createdAt, now),
      };
    }),
  );
  return asked.map(({ customerId, createdAt }, index) => ({
    id: context.id<'Quote'>(createdAt),
    number: serials.next('quote'),
    customerId,
    // The oldest quotes get each status once, so that every status occurs, whatever the random numbers are.
    status: QUOTE_STATUSES[index] ?? statusOf(context, createdAt),
    total: withTax(shop, saleOf(random.pick(sold), random, shop)),
    createdAt,
  }));
}

function statusOf({ random, now }: PartContext, createdAt: Instant): QuoteStatus {
  const weights = createdAt > after(now, -14 * DAY) ? FRESH : OLD;
  return random.weighted(QUOTE_STATUSES.map((status) => [status, weights[status]] as const));
}
