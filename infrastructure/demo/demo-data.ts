import { bucketOf } from '../../adapters/persistence/tasks/task-pages.js';
import type { Conversation } from '../../domain/conversations/conversation.js';
import type { Customer } from '../../domain/customers/customer.js';
import type { Job } from '../../domain/jobs/job.js';
import type { Message } from '../../domain/messages/message.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { StaffMember } from '../../domain/staff/staff.js';
import { Contacts } from './contacts.js';
import { demoCustomers } from './customers.js';
import { demoJobs } from './jobs.js';
import { demoLeadTimelines, type TimelineRow } from './lead-timelines.js';
import { demoLeads, type LeadRow } from './leads.js';
import { Scene } from './scene.js';
import { demoStaff } from './staff.js';
import { demoTasks, type TaskRow } from './tasks.js';
import { demoThreads } from './threads.js';
import { demoVehicles, type VehicleRow } from './vehicles.js';

export interface DemoData {
  readonly staff: readonly StaffMember[];
  readonly customers: readonly Customer[];
  readonly leads: readonly LeadRow[];
  readonly leadTimelines: readonly TimelineRow[];
  readonly vehicles: readonly VehicleRow[];
  readonly conversations: readonly Conversation[];
  readonly messages: readonly Message[];
  readonly jobs: readonly Job[];
  readonly tasks: readonly TaskRow[];
  /** how many records are in each bucket that a list counts by */
  readonly counts: readonly object[];
}

/** A year of a shop's work up to now: the same for the same seed and time. */
export function demoData(seed: string, now: Instant): DemoData {
  const scene = (part: string): Scene => new Scene(seed, now, part);
  const contacts = new Contacts(scene('contacts').random);
  const staff = demoStaff(scene('staff'));
  const customers = demoCustomers(scene('customers'), contacts);
  const leads = demoLeads(scene('leads'), contacts, staff);
  const vehicles = demoVehicles(scene('vehicles'), customers);
  const { conversations, messages } = demoThreads(scene('threads'), contacts, { customers, leads, staff });
  const jobs = demoJobs(scene('jobs'), { customers, vehicles, staff });
  const tasks = demoTasks(scene('tasks'), { customers, conversations, messages, jobs }, staff);
  return {
    ...{ staff, customers, leads, vehicles, conversations, messages, jobs, tasks },
    leadTimelines: demoLeadTimelines(scene('lead timelines'), leads),
    counts: [
      ...counted('tasks', tasks.map(bucketOf)),
      ...counted('jobs', jobs.map(({ origin, stage, assigneeId }) => `${origin}:${stage}:${assigneeId ?? '-'}`)),
      ...counted('customers', customers.map(() => 'all')),
    ],
  };
}

function counted(list: string, names: readonly string[]): object[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts, ([bucket, n]) => ({ list, bucket, slot: 0, n }));
}
