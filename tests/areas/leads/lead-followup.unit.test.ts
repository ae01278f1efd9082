import type { Actor } from '../../../domain/access/api-key.js';
import { announceFollowup, changeLead, followupDueAt, LEAD_STATUSES, openLead, type Lead } from '../../../domain/leads/lead.js';
import type { ApiKeyId, LeadId } from '../../../domain/shared/id.js';
import { later } from '../../../domain/shared/instant.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:00.000Z');
const DUE = at('2026-03-04T09:00:00.000Z');
const DAY_MS = 86_400_000;
const BY: Actor = { keyId: 'key' as ApiKeyId, userId: null }; // safe: the code only passes the actor on
const BORN: Lead = openLead({ id: 'lead' as LeadId, name: 'Dana', email: null, phone: null, source: 'api' }, NOW).next;
const REMINDED: Lead = changeLead(BORN, { nextFollowupAt: DUE }, BY, NOW).next;

describe('the follow-up of a lead', () => {
  it('is announced if somebody has set it, and not the one that a lead is born with', () => {
    expect([followupDueAt(BORN), followupDueAt(REMINDED)]).toEqual([null, DUE]);
    expect(followupDueAt(changeLead(REMINDED, { status: 'contacted' }, BY, NOW).next)).toBe(DUE);
    expect(followupDueAt(changeLead(REMINDED, { nextFollowupAt: null }, BY, NOW).next)).toBeNull();
  });

  it('of a lead that was won or lost is not announced', () => {
    const silent = LEAD_STATUSES.filter((status) => followupDueAt({ ...REMINDED, status }) === null);
    expect(silent).toEqual(['won', 'lost']);
  });

  it('is announced once, when its time has come', () => {
    const before = announceFollowup(REMINDED, later(DUE, -1));
    expect(before).toEqual({ next: REMINDED, events: [], changed: false });
    const announced = announceFollowup(REMINDED, DUE);
    const next = { ...REMINDED, followupToAnnounce: null };
    expect(announced).toEqual({ next, events: [{ type: 'lead.followup_due' }], changed: true, at: DUE });
    expect(announceFollowup(next, later(DUE, 1)).changed).toBe(false);
  });

  it('that is more than a day late is passed over in silence', () => {
    expect(announceFollowup(REMINDED, later(DUE, DAY_MS)).events).toHaveLength(1);
    const late = announceFollowup(REMINDED, later(DUE, DAY_MS + 1));
    expect(late).toMatchObject({ next: { followupToAnnounce: null, nextFollowupAt: DUE }, events: [], changed: true });
  });
});
