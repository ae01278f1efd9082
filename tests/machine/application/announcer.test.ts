import { jobEvents } from '../../../application/areas/jobs/job.view.js';
import { leadEvents, LeadView } from '../../../application/areas/leads/lead.view.js';
import { Announcer } from '../../../application/kernel/events/announcer.js';
import { NO_EVENT_CHECK } from '../../../application/kernel/events/event-check.js';
import { NO_CAUSE, type Cause } from '../../../application/kernel/events/cause.js';
import { NOBODY } from '../../../application/kernel/events/contacts.js';
import { eventKinds } from '../../../application/kernel/events/event-kinds.js';
import { Ids } from '../../../application/kernel/ports/ports.js';
import { changeLead, openLead, type Lead } from '../../../domain/leads/lead.js';
import { toId, type ApiKeyId, type Id, type LeadId } from '../../../domain/shared/id.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:00.000Z');
const LATER = at('2026-03-04T09:00:00.000Z');
const KEY = 'key' as ApiKeyId; // safe: the code under test only passes ids on
const CAUSE: Cause = { ...NO_CAUSE, operation: 'leads.update', requestId: 'request-1', keyId: KEY };
const BY = { keyId: KEY, userId: null };

class CountingIds extends Ids {
  private last = 0;

  override next<Kind extends string>(): Id<Kind> {
    this.last += 1;
    return toId<Kind>(`00000000-0000-7000-8000-${String(this.last).padStart(12, '0')}`)!;
  }
}

const opened = openLead({ id: 'lead' as LeadId, name: 'Dana Whitfield', email: null, phone: null, source: 'api' }, NOW);
const lead: Lead = opened.next;

describe('the announcement of a new record', () => {
  const { next, changed, announcements } = new Announcer(new CountingIds(), NO_EVENT_CHECK, { url: null }).announce(
    leadEvents,
    null,
    opened,
    CAUSE,
  );

  it('carries the record as REST answers it, the time of the record, and the cause', () => {
    expect(announcements).toEqual([
      {
        id: '00000000-0000-7000-8000-000000000001',
        type: 'lead.created',
        created_at: NOW,
        data: { ...LeadView.of(lead), updated_at: null },
        cause: {
          operation: 'leads.update',
          request_id: 'request-1',
          key_id: 'key',
          user_id: null,
          automation_id: null,
          event_id: null,
          operator: null,
        },
      },
    ]);
  });

  it('leaves the decision unchanged', () => {
    expect({ next, changed }).toEqual({ next: lead, changed: true });
  });
});

describe('the announcement of a change', () => {
  const decision = changeLead(lead, { status: 'won', nextFollowupAt: null }, BY, LATER);
  const { announcements } = new Announcer(new CountingIds(), NO_EVENT_CHECK, { url: null }).announce(
    leadEvents,
    lead,
    decision,
    CAUSE,
  );

  it('has an event for each kind, with an id of its own and the time of the change', () => {
    expect(announcements).toMatchObject([
      { type: 'lead.status_changed', created_at: LATER },
      { type: 'lead.updated', created_at: LATER },
    ]);
    expect(new Set(announcements.map(({ id }) => id)).size).toBe(2);
  });

  it('carries the previous values of the fields that changed, and the details of its kind', () => {
    const record = { ...LeadView.of(decision.next), updated_at: null, previous: { status: 'new', next_followup_at: NOW } };
    const details = { from: 'new', to: 'won', by: { key_id: 'key', user_id: null } };
    expect(announcements.map(({ data }) => data)).toEqual([{ ...record, ...details }, record]);
  });
});

it('nothing is announced if nothing changed', () => {
  const decision = changeLead(lead, { status: 'new' }, BY, LATER);
  const announced = new Announcer(new CountingIds(), NO_EVENT_CHECK, { url: null }).announce(leadEvents, lead, decision, CAUSE);
  expect(announced).toEqual({ next: lead, changed: false, announcements: [], changes: [] });
});

it('a kind that the list of a record lacks does not compile', () => {
  const announcer = new Announcer(new CountingIds(), NO_EVENT_CHECK, { url: null });
  const some = eventKinds(LeadView, NOBODY, { 'lead.created': { says: 'A lead was created.' } });
  const decision = changeLead(lead, { status: 'won' }, BY, LATER);
  const planted = [
    // @ts-expect-error -- a decision that may announce kinds which the list lacks
    () => announcer.announce(some, lead, decision, CAUSE),
    // @ts-expect-error -- the kinds of another record
    () => announcer.announce(jobEvents, lead, decision, CAUSE),
    // @ts-expect-error -- a kind that names no record
    () => eventKinds(LeadView, NOBODY, { sold: { says: 'A lead was sold.' } }),
    // @ts-expect-error -- a kind without its sentence
    () => eventKinds(LeadView, NOBODY, { 'lead.created': {} }),
  ];
  expect(planted).toHaveLength(4);
});
