import { LEADS } from '../../../application/areas/leads/leads.js';
import { LEAD_STATUSES, type Lead, type LeadStatus } from '../../../domain/leads/lead.js';
import type { StaffUserId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { isInboxTeammate, type StaffMember } from '../../../domain/staff/staff.js';
import type { DemoRecords } from '../demo-part.js';
import { demoContacts, type Contacts, type PersonName } from '../random/contacts.js';
import { after, type PartContext } from '../random/part-context.js';
import { DAY } from '../shops/calendar.js';
import { LEAD_SOURCES } from '../texts/lead-sources.js';
import { demoStaff } from './staff.js';

type Weights = readonly (readonly [LeadStatus, number])[];
const FRESH: Weights = [
  ['new', 45],
  ['contacted', 30],
  ['qualified', 15],
  ['quoted', 10],
];
const RECENT: Weights = [
  ['new', 5],
  ['contacted', 20],
  ['qualified', 20],
  ['quoted', 25],
  ['won', 20],
  ['lost', 5],
  ['cold', 5],
];
const OLD: Weights = [
  ['contacted', 4],
  ['qualified', 3],
  ['quoted', 5],
  ['won', 40],
  ['lost', 25],
  ['cold', 23],
];

export const demoLeads: DemoRecords<Lead> = {
  name: 'leads',
  record: LEADS,
  per: 'block',
  make: (context, made) => leadsOf(context, made.of(demoContacts), made.of(demoStaff), made.counts.leads),
};

function leadsOf(context: PartContext, contacts: Contacts, staff: readonly StaffMember[], count: number): Lead[] {
  const owners = staff.filter(isInboxTeammate).map(({ userId }) => userId);
  return context.times(count, 365).map((createdAt, index): Lead => {
    const { random } = context;
    // The newest leads get each status once, so that every status occurs, whatever the random numbers are.
    const status = LEAD_STATUSES[count - 1 - index] ?? random.weighted(weightsAt(context, createdAt));
    const person = contacts.name();
    const reach = random.weighted([
      ['both', 60],
      ['email', 12],
      ['phone', 26],
      ['none', 2],
    ] as const);
    return {
      id: context.id<'Lead'>(createdAt),
      ...nameOf(context, person),
      email: reach === 'both' || reach === 'email' ? contacts.email(person.latin) : null,
      phone: reach === 'both' || reach === 'phone' ? contacts.phone() : null,
      source: random.weighted(LEAD_SOURCES),
      status,
      assignedTo: ownerOf(context, status, owners),
      nextFollowupAt: followupOf(context, status, createdAt),
      followupToAnnounce: null,
      createdAt,
    };
  });
}

function weightsAt({ now }: PartContext, createdAt: Instant): Weights {
  if (createdAt > after(now, -7 * DAY)) return FRESH;
  return createdAt > after(now, -30 * DAY) ? RECENT : OLD;
}

function nameOf(
  { random, shop }: PartContext,
  { first, last }: PersonName,
): Pick<Lead, 'firstName' | 'lastName' | 'companyName'> {
  const company = random.pick(shop.people.companies);
  return random.weighted([
    [{ firstName: first, lastName: last, companyName: null }, 78],
    [{ firstName: first, lastName: null, companyName: null }, 8],
    [{ firstName: first, lastName: last, companyName: company }, 5],
    [{ firstName: null, lastName: null, companyName: company }, 6],
    [{ firstName: null, lastName: null, companyName: null }, 3],
  ]);
}

function ownerOf({ random }: PartContext, status: LeadStatus, owners: readonly StaffUserId[]): StaffUserId | null {
  return random.chance(status === 'new' ? 0.3 : 0.8) ? random.pick(owners) : null;
}

function followupOf(context: PartContext, status: LeadStatus, createdAt: Instant): Instant | null {
  const { random, now } = context;
  if (status === 'new') return createdAt;
  if (status === 'won' || status === 'lost') return null;
  const [probability, from, to] = status === 'cold' ? [0.3, 30, 90] : [0.75, -3, 10];
  if (!random.chance(probability)) return null;
  const at = context.workingTime(after(now, random.integer(from, to) * DAY));
  return at > createdAt ? at : createdAt;
}
