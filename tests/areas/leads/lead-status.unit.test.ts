import type { Actor } from '../../../domain/access/api-key.js';
import { changeLead, LEAD_MOVES, LEAD_STATUSES, openLead, type Lead } from '../../../domain/leads/lead.js';
import type { ApiKeyId, LeadId, StaffUserId } from '../../../domain/shared/id.js';
import { canMove, MoveRefused } from '../../../domain/shared/transitions.js';
import { at } from '../../support/test-clock.js';
import { withoutMove } from '../../support/without-move.js';

const NOW = at('2026-03-03T09:00:00.000Z');
const BY: Actor = { keyId: 'key' as ApiKeyId, userId: 'morgan' as StaffUserId }; // safe: the code only passes the actor on
const MORGAN = 'morgan' as StaffUserId;
const lead = (fields: Partial<Lead> = {}): Lead => ({ ...opened().next, ...fields });

function opened(): ReturnType<typeof openLead> {
  return openLead({ id: 'lead' as LeadId, name: 'Dana Whitfield', email: null, phone: null, source: 'api' }, NOW);
}

describe('a new lead', () => {
  it('has the status new, a follow-up due now, and no owner', () => {
    expect(opened()).toEqual({
      next: {
        id: 'lead',
        firstName: 'Dana',
        lastName: 'Whitfield',
        companyName: null,
        email: null,
        phone: null,
        source: 'api',
        status: 'new',
        assignedTo: null,
        followupToAnnounce: null,
        nextFollowupAt: NOW,
        externalId: null,
        metadata: {},
        createdAt: NOW,
      },
      events: [{ type: 'lead.created' }],
      changed: true,
      at: NOW,
    });
  });
});

describe('a change of a lead’s status', () => {
  const pairs = LEAD_STATUSES.flatMap((from) => LEAD_STATUSES.map((to) => [from, to] as const));

  it.each(pairs.filter(([from, to]) => from !== to))('moves it from %s to %s, and announces who did it', (from, to) => {
    const before = lead({ status: from });
    const moved = { type: 'lead.status_changed', details: { from, to, by: { key_id: 'key', user_id: 'morgan' } } };
    expect(changeLead(before, { status: to }, BY, NOW)).toEqual({
      next: { ...before, status: to },
      events: [moved],
      changed: true,
      at: NOW,
    });
    expect(canMove(LEAD_MOVES, from, to)).toBe(true);
  });

  it.each(LEAD_STATUSES)('to the same status %s changes nothing', (status) => {
    const before = lead({ status });
    expect(changeLead(before, { status }, BY, NOW)).toEqual({ next: before, events: [], changed: false });
    expect(canMove(LEAD_MOVES, status, status)).toBe(false);
  });

  it('is refused if the table has no such move', async () => {
    const before = lead({ status: 'lost' });
    const refused = new MoveRefused('status', 'a lead cannot move from lost to won');
    await withoutMove(LEAD_MOVES, 'lost', 'won', () => {
      expect(() => changeLead(before, { status: 'won' }, BY, NOW)).toThrow(refused);
      expect(changeLead(before, { status: 'lost', assignedTo: MORGAN }, BY, NOW).changed).toBe(true);
    });
  });

  it('is possible between seven statuses', () => {
    expect(LEAD_STATUSES).toEqual(['new', 'contacted', 'qualified', 'quoted', 'won', 'lost', 'cold']);
    expect(pairs).toHaveLength(49);
  });
});

describe('the owner and the follow-up of a lead', () => {
  const types = (...given: Parameters<typeof changeLead>): string[] => changeLead(...given).events.map(({ type }) => type);

  it('announce lead.updated alone', () => {
    expect(types(lead(), { assignedTo: MORGAN }, BY, NOW)).toEqual(['lead.updated']);
    expect(types(lead(), { nextFollowupAt: null }, BY, NOW)).toEqual(['lead.updated']);
  });

  it('announce both events, if they change together with the status', () => {
    expect(types(lead(), { status: 'won', assignedTo: MORGAN }, BY, NOW)).toEqual(['lead.status_changed', 'lead.updated']);
  });

  it('announce nothing, if they are the same as before', () => {
    expect(types(lead({ assignedTo: MORGAN }), { assignedTo: MORGAN, nextFollowupAt: NOW }, BY, NOW)).toEqual([]);
    expect(types(lead({ assignedTo: MORGAN }), { status: 'won', assignedTo: MORGAN }, BY, NOW)).toEqual(['lead.status_changed']);
  });

  it('stay if they are absent, and are cleared if they are null', () => {
    const before = lead({ assignedTo: MORGAN });
    expect(changeLead(before, { status: 'won' }, BY, NOW).next).toMatchObject({ assignedTo: MORGAN, nextFollowupAt: NOW });
    expect(changeLead(before, { assignedTo: null, nextFollowupAt: null }, BY, NOW).next).toMatchObject({
      assignedTo: null,
      nextFollowupAt: null,
    });
  });
});
