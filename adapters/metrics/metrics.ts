import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DeliveryStatus } from '../../domain/webhooks/delivery.js';
import type { MessageStatus } from '../../domain/texting/message.js';
import { ScrapedGauges, type Measured } from './scraped-gauges.js';

/** The measured properties of one answered request. */
interface MeasuredExchange {
  /** the operation's name, so this label has about as many values as the service has operations */
  readonly operation: string;
  readonly method: string | null;
  readonly status: number;
  /** null: it was not refused for a cause that is counted */
  readonly cause: RefusalCause | null;
  /** milliseconds */
  readonly took: number;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

// Each counter knows its outcomes. One that is new elsewhere does not compile until it stands here, too.
const WORK_OUTCOMES = ['done', 'again', 'failed'] as const;
type WorkOutcome = (typeof WORK_OUTCOMES)[number];
const REFUSAL_CAUSES = ['overload', 'deadline', 'database', 'limit'] as const;
type RefusalCause = (typeof REFUSAL_CAUSES)[number];
type ProviderCallOutcome = 'taken' | 'unknown' | 'unreadable' | 'forged';
/** false: a delivery with this status has not been tried */
const DELIVERY_OUTCOMES: Readonly<Record<DeliveryStatus, boolean>> = {
  pending: false,
  delivered: true,
  failed: true,
  exhausted: true,
  canceled: true,
};
/** The statuses of messages. true: `texts_total` counts it; false: the message is received, or still to be sent */
const TEXT_OUTCOMES: Readonly<Record<MessageStatus, boolean>> = {
  received: false,
  queued: false,
  sending: false,
  sent: true,
  delivered: true,
  failed: true,
  undelivered: true,
  unconfirmed: true,
};

/** The metrics for Prometheus. Every counter is there from the start, at 0: an increase is not seen without a value before it. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Answered requests by operation, method and status.',
    labelNames: ['operation', 'method', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly work = this.counter(
    'background_jobs_total',
    'Runs of background jobs by task and outcome: done, again (not yet possible), failed.',
    ['task', 'outcome'],
  );
  private readonly providerCalls = this.counter(
    'provider_calls_total',
    'Calls of the provider of texts by path and outcome: taken, unknown (number or text), unreadable, forged.',
    ['path', 'outcome'],
  );
  private readonly deliveries = this.counter(
    'webhook_deliveries_total',
    'Tries to deliver an event to a subscriber by outcome: delivered, failed (tried again later), exhausted, canceled.',
    ['outcome'],
  );
  private readonly refusals = this.counter('refusals_total', 'Refused requests by cause: overload, deadline, database, limit.', [
    'cause',
  ]);
  private readonly texts = this.counter('texts_total', 'What has become of texts, by status and by the code of the error.', [
    'outcome',
    'code',
  ]);
  private readonly deliveriesInFlight = this.gauge(
    'webhook_deliveries_in_flight',
    'Requests to subscribers that wait for their answers.',
  );
  private readonly leads = this.gauge(
    'leader',
    '1: this process leads: it relays events, finds what is due and delivers to webhooks.',
  );
  private readonly scraped: ScrapedGauges;

  constructor(build: { readonly version: string; readonly commit: string }, measured: Measured) {
    collectDefaultMetrics({ register: this.registry });
    for (const cause of REFUSAL_CAUSES) this.refusals.inc({ cause }, 0);
    this.gauge('build_info', 'The release that runs, always 1.', ['version', 'commit']).set(build, 1);
    for (const outcome of countedOf(DELIVERY_OUTCOMES)) this.deliveries.inc({ outcome }, 0);
    for (const outcome of countedOf(TEXT_OUTCOMES)) this.texts.inc({ outcome, code: '' }, 0);
    this.scraped = new ScrapedGauges(this.registry, measured);
  }

  readonly observeExchange = ({ operation, method, status, cause, took }: MeasuredExchange): void => {
    if (cause !== null) this.refusals.inc({ cause });
    this.requests.observe({ operation, method: method ?? 'none', status }, took / 1000);
  };

  /** Counts from 0 what becomes of these tasks. */
  readonly countTasks = (tasks: readonly string[]): void => {
    for (const task of tasks) for (const outcome of WORK_OUTCOMES) this.work.inc({ task, outcome }, 0);
  };

  readonly observeWork = (work: string, outcome: WorkOutcome): void => {
    this.work.inc({ task: work, outcome });
  };

  readonly observeProviderCall = (path: string, outcome: ProviderCallOutcome): void => {
    this.providerCalls.inc({ path, outcome });
  };

  readonly observeText = (outcome: MessageStatus, code: string): void => {
    this.texts.inc({ outcome, code });
  };

  readonly observeLeader = (leads: boolean): void => {
    this.leads.set(Number(leads));
  };

  readonly observeDeliveries = {
    tried: (outcome: DeliveryStatus): void => {
      this.deliveries.inc({ outcome });
    },
    inFlight: (change: 1 | -1): void => {
      this.deliveriesInFlight.inc(change);
    },
  };

  get contentType(): string {
    return this.registry.contentType;
  }

  async text(): Promise<string> {
    await this.scraped.look();
    return this.registry.metrics();
  }

  private counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  private gauge<Label extends string>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }
}

function countedOf(outcomes: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.keys(outcomes).filter((outcome) => outcomes[outcome]);
}
