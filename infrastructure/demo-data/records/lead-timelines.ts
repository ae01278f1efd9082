import { LEAD_TIMELINE } from '../../../application/areas/leads/leads.js';
import type { LeadTimelineEntry } from '../../../domain/leads/lead-timeline.js';
import type { Lead, LeadStatus } from '../../../domain/leads/lead.js';
import type { LeadId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { DemoRecords } from '../demo-part.js';
import type { PartContext } from '../random/part-context.js';
import { demoLeads } from './leads.js';

type TimelineRow = LeadTimelineEntry & { readonly leadId: LeadId };

/** For each status, the sequences of statuses by which a lead can come from `new` to it. */
const WAYS: Readonly<Record<LeadStatus, readonly (readonly LeadStatus[])[]>> = {
  new: [[]],
  contacted: [['contacted']],
  qualified: [['contacted', 'qualified'], ['qualified']],
  quoted: [
    ['contacted', 'qualified', 'quoted'],
    ['contacted', 'quoted'],
  ],
  won: [
    ['contacted', 'qualified', 'quoted', 'won'],
    ['contacted', 'won'],
    ['contacted', 'cold', 'quoted', 'won'],
  ],
  lost: [
    ['contacted', 'lost'],
    ['contacted', 'quoted', 'lost'],
  ],
  cold: [
    ['contacted', 'cold'],
    ['contacted', 'quoted', 'cold'],
  ],
};
const WAY_DAYS = 20;

/** The changes of status and the notes of every lead. */
export const demoLeadTimelines: DemoRecords<TimelineRow> = {
  name: 'lead timelines',
  record: LEAD_TIMELINE,
  per: 'block',
  make: (context, made) => made.of(demoLeads).flatMap((lead) => [...notesOf(context, lead), ...movesOf(context, lead)]),
};

function movesOf(context: PartContext, { id, status, createdAt }: Lead): TimelineRow[] {
  const way = context.random.pick(WAYS[status]);
  const times = way.map(() => context.soonAfter(createdAt, WAY_DAYS)).sort();
  return way.map((to, index) => {
    const at = times[index] ?? createdAt;
    return { ...entry(context, id, at), kind: 'status_changed', body: null, from: way[index - 1] ?? 'new', to };
  });
}

function notesOf(context: PartContext, { id, status, createdAt }: Lead): TimelineRow[] {
  const { random } = context;
  const { leadNotes, lostNotes } = context.shop.texts;
  const note = (at: Instant, body: string): TimelineRow => ({
    ...entry(context, id, at),
    kind: 'note',
    body,
    from: null,
    to: null,
  });
  return [
    ...(random.chance(0.45) ? [note(createdAt, random.pick(leadNotes))] : []),
    ...(status !== 'new' && random.chance(0.2) ? [note(context.soonAfter(createdAt, WAY_DAYS), random.pick(leadNotes))] : []),
    ...(status === 'lost' && random.chance(0.6) ? [note(context.soonAfter(createdAt, WAY_DAYS), random.pick(lostNotes))] : []),
  ];
}

function entry(context: PartContext, leadId: LeadId, createdAt: Instant): Pick<TimelineRow, 'id' | 'leadId' | 'createdAt'> {
  return { id: context.id<'LeadTimelineEntry'>(createdAt), leadId, createdAt };
}
