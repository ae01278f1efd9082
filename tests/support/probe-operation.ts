import { leadEvents, LeadView } from '../../application/areas/leads/lead.view.js';
import { Leads } from '../../application/areas/leads/leads.js';
import { Announcer } from '../../application/kernel/events/announcer.js';
import type { Cause } from '../../application/kernel/events/cause.js';
import { Text } from '../../application/kernel/fields/fields.js';
import { operation, post, type Caller, type Operation } from '../../application/kernel/operation/operation.js';
import { one } from '../../application/kernel/operation/output.js';
import { Clock, Ids } from '../../application/kernel/ports/ports.js';
import { openLead, type Lead } from '../../domain/leads/lead.js';
import { eventually } from './eventually.js';

class ProbeInput {
  @Text({ max: 200 }) name!: string;
}

type Step = () => Promise<void> | void;

/** Functions that a test inserts into a call, to hold the call or to make it fail. */
export interface Probe {
  before: Step;
  /** runs after the record has been written, and before the answer is stored for its idempotency key */
  after: Step;
}

const nothing: Step = () => undefined;

/** Makes an operation that writes one lead, at `POST /probes`. It runs a test's functions before and after the write. */
export function probeOperation(): { readonly probe: Probe; readonly operation: Operation } {
  const probe: Probe = { before: nothing, after: nothing };

  class RunProbe {
    constructor(
      private readonly leads: Leads,
      private readonly ids: Ids,
      private readonly clock: Clock,
      private readonly announcer: Announcer,
    ) {}

    async execute({ shop }: Caller, { name }: ProbeInput, cause: Cause): Promise<Lead> {
      await probe.before();
      const decision = openLead({ id: this.ids.next(), name, email: null, phone: null, source: 'probe' }, this.clock.now());
      const stored = await this.leads.add(shop.id, {
        ...this.announcer.announce(leadEvents, null, decision, cause),
        entries: [],
      });
      await probe.after();
      return stored;
    }
  }

  const declared = operation(RunProbe, {
    name: 'leads.probe',
    summary: 'Write a lead between two steps of a test',
    description: 'For tests.',
    scope: 'full',
    route: post('/probes', { status: 201, location: '/leads/:id' }),
    capability: { permission: 'customers.manage', budget: 'write', status: 201 },
    input: ProbeInput,
    output: one(LeadView),
    needs: [Leads, Ids, Clock, Announcer],
    errors: ['not_found', 'conflict'],
  });
  return { probe, operation: declared };
}

/** A step for a probe: every call waits in it until `letGo`. */
export class Gate {
  waiting = 0;
  private open: () => void = () => undefined;
  private readonly opened = new Promise<void>((resolve) => (this.open = resolve));

  readonly step: Step = async () => {
    this.waiting += 1;
    await this.opened;
  };

  /** Waits until exactly this number of calls wait. */
  async reached(calls: number): Promise<void> {
    expect(
      await eventually(
        () => this.waiting,
        (waiting) => waiting === calls,
      ),
    ).toBe(calls);
  }

  letGo(): void {
    this.open();
  }
}
