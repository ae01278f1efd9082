import { INVOICES } from '../../../application/areas/invoices/invoices.js';
import { INVOICE_STATUSES, type Invoice, type InvoiceStatus } from '../../../domain/invoices/invoice.js';
import type { Job } from '../../../domain/jobs/job.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Money } from '../../../domain/shared/money.js';
import type { DemoRecords } from '../demo-part.js';
import type { Made } from '../made.js';
import { after, type PartContext } from '../random/part-context.js';
import { demoSerials } from '../random/serials.js';
import { DAY } from '../shops/calendar.js';
import { amountOf, withTax } from '../shops/money.js';
import { demoJobs } from './jobs.js';
import { fromElsewhere, type Imported } from './provenance.js';
import { oldestFirst } from './rows.js';
import { demoServices, saleOf, type ServiceRow } from './services.js';

type InvoiceRow = Omit<Invoice, 'currency'> & Imported;

type Weights = Readonly<Record<InvoiceStatus, number>>;
const FRESH: Weights = { draft: 4, open: 36, partial: 12, paid: 46, void: 1, refunded: 1 };
const OLD: Weights = { draft: 0, open: 3, partial: 2, paid: 90, void: 2, refunded: 3 };
/** The weights of the statuses while the work is not done. `partial` means that the customer has paid a deposit. */
const AHEAD: Weights = { draft: 60, open: 25, partial: 15, paid: 0, void: 0, refunded: 0 };

/** Invoices for most of the finished jobs, and for more than half of the jobs that are nearly done. */
export const demoInvoices: DemoRecords<InvoiceRow> = { name: 'invoices', record: INVOICES, per: 'block', make: invoicesOf };

function invoicesOf(context: PartContext, made: Made): InvoiceRow[] {
  const { random } = context;
  const serials = made.of(demoSerials);
  const priced = new Map(made.of(demoServices).map((service) => [service.name, service]));
  const finished = made.of(demoJobs).filter((job) => random.chance(shareOf(job)));
  const billed = oldestFirst(finished.map((job) => ({ job, createdAt: billedAt(context, job) })));
  return billed.map(({ job, createdAt }, index): InvoiceRow => {
    const number = serials.next('invoice');
    // The oldest invoices get each status once, so that every status occurs, whatever the random numbers are.
    const status = INVOICE_STATUSES[index] ?? statusOf(context, job, createdAt);
    const total = totalOf(context, priced.get(job.title ?? ''));
    return {
      id: context.id<'Invoice'>(createdAt),
      number,
      customerId: job.customerId,
      status,
      total,
      balance: balanceOf(context, status, total),
      createdAt,
      ...fromElsewhere(random, `OLD-R-${number}`),
    };
  });
}

function shareOf({ stage }: Job): number {
  if (stage === 'completed') return 0.9;
  return stage === 'ready' || stage === 'qa' ? 0.6 : 0;
}

function billedAt(context: PartContext, { actualEnd, actualStart, createdAt }: Job): Instant {
  return context.soonAfter(actualEnd ?? actualStart ?? createdAt, 0.3);
}

function statusOf({ random, now }: PartContext, { stage }: Job, createdAt: Instant): InvoiceStatus {
  const weights = stage !== 'completed' ? AHEAD : createdAt > after(now, -14 * DAY) ? FRESH : OLD;
  return random.weighted(INVOICE_STATUSES.map((status) => [status, weights[status]] as const));
}

function totalOf({ random, shop }: PartContext, service: ServiceRow | undefined): Money {
  const work = service ? saleOf(service, random, shop) : amountOf(shop, random.integer(60, 900) * 100);
  const parts = random.chance(0.3) ? amountOf(shop, random.integer(10, 400) * 100) : 0;
  return withTax(shop, work + parts);
}

/**
 * Returns the balance of an invoice. It is null for a draft or void one, and 0 for a paid or refunded one, because nothing is
 * owed any more.
 */
function balanceOf({ random }: PartContext, status: InvoiceStatus, total: Money): Money | null {
  if (status === 'draft' || status === 'void') return null;
  if (status === 'open') return total;
  return (status === 'partial' ? Math.ceil((total * random.integer(2, 8)) / 10) : 0) as Money; // whole minor units
}
