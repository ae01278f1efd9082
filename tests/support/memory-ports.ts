import { Conversations, MessageKnown, type CallPerson, type WithMessages } from '../../application/areas/inbox/conversations.js';
import { Jobs, type JobFilter } from '../../application/areas/jobs/jobs.js';
import { Leads, type LeadDecision, type LeadFilter } from '../../application/areas/leads/leads.js';
import { Tasks } from '../../application/areas/tasks/tasks.js';
import type { Announced } from '../../application/kernel/events/announcer.js';
import type { Position } from '../../application/kernel/operation/page.js';
import type { Conversation } from '../../domain/inbox/conversation.js';
import type { Job } from '../../domain/jobs/job.js';
import type { LeadTimelineEntry } from '../../domain/leads/lead-timeline.js';
import type { Lead } from '../../domain/leads/lead.js';
import type { ConversationId, CustomerId, LeadId, ShopId } from '../../domain/shared/id.js';
import type { Task } from '../../domain/tasks/task.js';
import { MemoryStore, pageOf } from './memory-store.js';

const onlySql = (method: string): Promise<never> =>
  Promise.reject(new Error(`${method} is SQL: test what uses it with \`sharedTestService()\``));

export class MemoryLeads extends Leads {
  readonly store = new MemoryStore<Lead>();
  override page = () => onlySql('leads.page');
  override changes = () => onlySql('leads.changes');
  private readonly entries = new Map<LeadId, readonly LeadTimelineEntry[]>();

  override findByExternalId = () => onlySql('leads.findByExternalId');
  override addUnlessTaken = () => onlySql('leads.addUnlessTaken');

  override find(shop: ShopId, id: LeadId) {
    return Promise.resolve(this.store.find(shop, id));
  }

  override list(shop: ShopId, { email, phone, status }: LeadFilter, limit: number, after: Position | null) {
    const fits = (value: unknown, wanted: unknown): boolean => wanted === undefined || (wanted !== null && value === wanted);
    const matches = (lead: Lead): boolean => fits(lead.email, email) && fits(lead.phone, phone) && fits(lead.status, status);
    return Promise.resolve(this.store.newest(shop, matches, limit, after));
  }

  override add(shop: ShopId, decision: LeadDecision) {
    const stored = this.store.store(shop, decision);
    this.entries.set(stored.id, decision.entries);
    return Promise.resolve(stored);
  }

  override change(shop: ShopId, id: LeadId, change: (lead: Lead) => LeadDecision) {
    const decision = this.store.decide(shop, id, change);
    if (decision) this.entries.set(id, [...(this.entries.get(id) ?? []), ...decision.entries]);
    return Promise.resolve(decision?.next ?? null);
  }

  override timeline(shop: ShopId, id: LeadId, limit: number, after: Position | null) {
    const entries = this.store.find(shop, id) ? (this.entries.get(id) ?? []) : [];
    return Promise.resolve(pageOf(entries, limit, after));
  }
}

export class MemoryJobs extends Jobs {
  readonly store = new MemoryStore<Job>();
  override list = () => onlySql('jobs.list');
  override changes = () => onlySql('jobs.changes');

  override find(shop: ShopId, id: Job['id']) {
    return Promise.resolve(this.store.find(shop, id));
  }

  override search(shop: ShopId, { origin, stage, customerId }: JobFilter, limit: number, after: Position | null) {
    const matches = (job: Job): boolean =>
      job.origin === origin && job.stage === (stage ?? job.stage) && job.customerId === (customerId ?? job.customerId);
    return Promise.resolve(this.store.newest(shop, matches, limit, after));
  }

  override change(shop: ShopId, id: Job['id'], change: (job: Job) => Announced<Job>) {
    return Promise.resolve(this.store.decide(shop, id, change)?.next ?? null);
  }
}

export class MemoryTasks extends Tasks {
  readonly store = new MemoryStore<Task>();
  override list = () => onlySql('tasks.list');
  override changes = () => onlySql('tasks.changes');
  override findLinks = () => onlySql('tasks.findLinks');
  override findByExternalId = () => onlySql('tasks.findByExternalId');
  override addUnlessTaken = () => onlySql('tasks.addUnlessTaken');

  override find(shop: ShopId, id: Task['id']) {
    return Promise.resolve(this.store.find(shop, id));
  }

  override add(shop: ShopId, decision: Announced<Task>) {
    return Promise.resolve(this.store.store(shop, decision));
  }

  override change(shop: ShopId, id: Task['id'], change: (task: Task) => Announced<Task>) {
    return Promise.resolve(this.store.decide(shop, id, change)?.next ?? null);
  }
}

export class MemoryConversations extends Conversations {
  readonly store = new MemoryStore<Conversation>();
  readonly messages: WithMessages['messages'][number][] = [];
  override list = () => onlySql('conversations.list');
  override changes = () => onlySql('conversations.changes');
  override detail = () => onlySql('conversations.detail');
  override contacts = () => onlySql('conversations.contacts');

  override find(shop: ShopId, id: ConversationId) {
    return Promise.resolve(this.store.find(shop, id));
  }

  override add(shop: ShopId, { thread, messages }: WithMessages) {
    this.keep(messages);
    return Promise.resolve(this.store.store(shop, thread));
  }

  override change(shop: ShopId, id: ConversationId, change: (thread: Conversation) => Announced<Conversation>) {
    return Promise.resolve(this.store.decide(shop, id, change)?.next ?? null);
  }

  override extend(shop: ShopId, id: ConversationId, change: (thread: Conversation) => WithMessages) {
    const before = this.store.find(shop, id);
    if (!before) return Promise.resolve(null);
    const { thread, messages } = change(before);
    this.keep(messages);
    return Promise.resolve(this.store.store(shop, thread));
  }

  override ownerless(shop: ShopId, number: string) {
    return Promise.resolve(
      this.store.newest(shop, (thread) => thread.contactNumber === number && thread.customerId === null).map(({ id }) => id),
    );
  }

  override ofNumber(shop: ShopId, number: string) {
    return Promise.resolve(this.newest(shop, (thread) => thread.channel === 'sms' && thread.contactNumber === number));
  }

  override ofCalls(shop: ShopId, number: string, { customerId, leadId }: CallPerson) {
    const isPerson = (thread: Conversation): boolean =>
      (customerId !== null && thread.customerId === customerId) || (leadId !== null && thread.leadId === leadId);
    return Promise.resolve(
      this.newest(shop, (thread) => thread.channel === 'call' && (thread.contactNumber === number || isPerson(thread))),
    );
  }

  override ofEmails(shop: ShopId, customer: CustomerId) {
    return Promise.resolve(this.newest(shop, (thread) => thread.channel === 'email' && thread.customerId === customer));
  }

  private newest(shop: ShopId, matches: (thread: Conversation) => boolean): Conversation | null {
    return this.store.newest(shop, matches, 1)[0] ?? null;
  }

  private keep(messages: WithMessages['messages']): void {
    const known = new Set(this.messages.map(({ providerId }) => providerId));
    if (messages.some(({ providerId }) => providerId !== null && known.has(providerId))) throw new MessageKnown();
    this.messages.push(...messages);
  }
}
