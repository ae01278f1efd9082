import { randomUUID } from 'node:crypto';
import { aStaffMember, type StaffRow } from '../../support/builders/a-staff-member.js';
import { aLead } from '../../support/builders/records.js';
import { eventsOf } from '../../support/outbox.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let morgan: StaffRow;
const NOW = '2026-03-02T15:00:00.000Z';

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  morgan = await aStaffMember(service, shop, { name: 'Morgan', role: 'viewer' });
});
afterAll(() => service.stop());

describe('PATCH /leads/{id}', () => {
  it('changes what is given and leaves the rest', async () => {
    const { updated_at: _, ...lead } = await aLead(shop.full);
    const answer = await shop.full.patch(`/leads/${lead.id}`, { assigned_to: morgan.user_id.toUpperCase() });
    expect([answer.status, answer.body.data]).toMatchObject([200, { ...lead, assigned_to: morgan.user_id }]);
    const later = await shop.full.patch(`/leads/${lead.id}`, { next_followup_at: '2026-04-01T09:00:00.5+02:00' });
    expect(later.body.data).toMatchObject({
      ...lead,
      assigned_to: morgan.user_id,
      next_followup_at: '2026-04-01T07:00:00.500Z',
    });
    expect((await shop.read.get(`/leads/${lead.id}`)).body).toEqual(later.body);
  });

  it('clears the owner and the follow-up by null', async () => {
    const lead = await aLead(shop.full);
    await shop.full.patch(`/leads/${lead.id}`, { assigned_to: morgan.user_id });
    const { body } = await shop.full.patch(`/leads/${lead.id}`, { assigned_to: null, next_followup_at: null });
    expect(body.data).toMatchObject({ assigned_to: null, next_followup_at: null, status: 'new' });
  });

  it('assigns a lead to active staff users of the shop only, and says why of all others', async () => {
    const elsewhere = await aStaffMember(service, await service.shop());
    const gone = await aStaffMember(service, shop, { active: false, role: 'owner' });
    const lead = await aLead(shop.full);
    const nobody = 'is the id of nobody in this shop';
    for (const [wrong, why] of [
      [randomUUID(), nobody],
      [elsewhere.user_id, nobody],
      [gone.user_id, 'is the id of somebody who has left the shop'],
    ]) {
      const answer = await shop.full.patch(`/leads/${lead.id}`, { assigned_to: wrong, status: 'won' });
      expect([answer.status, answer.body.error.message]).toEqual([422, `assigned_to: ${why}; see staff.list`]);
    }
    expect((await shop.read.get(`/leads/${lead.id}`)).body.data).toEqual(lead);
  });
});

describe('a change of a lead', () => {
  it('announces a new status: from, to, the actor and the previous values', async () => {
    const api = await service.key(shop.id, { actsFor: morgan.user_id });
    const [{ id: keyId }] = (await service.sql<{ id: string }>('select id from api_keys where acts_for = $1', [
      morgan.user_id,
    ])) as [{ id: string }];
    const lead = await aLead(shop.full);
    const { body } = await api.patch(`/leads/${lead.id}`, { status: 'contacted' });
    const [, moved, ...more] = await eventsOf(service, lead);
    expect(more).toEqual([]);
    expect(moved).toEqual({
      type: 'lead.status_changed',
      created_at: NOW,
      data: {
        ...body.data,
        previous: { status: 'new' },
        from: 'new',
        to: 'contacted',
        by: { key_id: keyId, user_id: morgan.user_id },
      },
    });
  });

  it('announces a new owner or follow-up as lead.updated with the previous values', async () => {
    const lead = await aLead(shop.full);
    const { body } = await shop.full.patch(`/leads/${lead.id}`, { assigned_to: morgan.user_id, next_followup_at: null });
    const [, updated, ...more] = await eventsOf(service, lead);
    expect(more).toEqual([]);
    expect(updated).toEqual({
      type: 'lead.updated',
      created_at: NOW,
      data: { ...body.data, previous: { assigned_to: null, next_followup_at: NOW } },
    });
  });
});
