/** The kinds of records that are exported. */
export const KINDS = [
  ...['customers', 'vehicles', 'leads', 'lead-timeline', 'quotes', 'invoices', 'jobs', 'appointments'],
  ...['tasks', 'services', 'reviews', 'staff', 'conversations', 'messages', 'calls'],
];
/** Kinds without `updated_since`: they are read as a whole. */
const WHOLE = ['lead-timeline', 'appointments', 'services', 'reviews', 'staff'];
/** What an import of a kind also changes. */
const BESIDE = {
  leads: ['lead-timeline'],
  jobs: ['appointments'],
  'service-tiers': ['services'],
  conversations: ['messages'],
  messages: ['conversations'],
  calls: ['conversations'],
};
/** Whatever an erasure may empty, but for the timelines of leads, which its event names. */
const ERASED = KINDS.filter((kind) => !['lead-timeline', 'services', 'staff'].includes(kind));
/** An earlier time than that of the event: a record is stored before the event that tells of it. */
const EARLIER_MS = 5 * 60_000;

/** The kind of the records that an event is about, by the first word of its type. */
const KIND_OF = {
  ...{ customer: 'customers', vehicle: 'vehicles', lead: 'leads', quote: 'quotes', invoice: 'invoices', job: 'jobs' },
  ...{ appointment: 'jobs', task: 'tasks', service: 'services', review: 'reviews', staff: 'staff' },
  ...{ conversation: 'conversations', message: 'messages', call: 'calls' },
};

/** What is to be read again because of some events. */
export class WhatChanged {
  /** ids of records by kind */
  ids = new Map();
  /** leads whose timelines changed */
  timelines = new Set();
  /** kinds to export anew, each with the time since when; null: all of it */
  exports = new Map();

  constructor(events) {
    for (const event of events) this.add(event);
  }

  add({ type, created_at: at, data }) {
    const [about] = type.split('.');
    const kind = KIND_OF[about];
    if (type === 'records.imported') this.addImport(data);
    else if (type === 'customer.erased') this.addErasure(data, at);
    else if (about === 'lead_timeline') this.timelines.add(data.lead_id);
    else if (WHOLE.includes(kind)) this.exports.set(kind, null);
    else if (kind && data.id) this.addRecord(kind, data.id);
  }

  addRecord(kind, id) {
    this.ids.set(kind, (this.ids.get(kind) ?? new Set()).add(id));
    if (kind === 'leads') this.timelines.add(id);
  }

  addImport({ kind, started_at: since }) {
    for (const each of [kind, ...(BESIDE[kind] ?? [])]) if (KINDS.includes(each)) this.addExport(each, since);
  }

  addErasure({ leads }, at) {
    for (const lead of leads) this.timelines.add(lead);
    for (const kind of ERASED) this.addExport(kind, new Date(Date.parse(at) - EARLIER_MS).toISOString());
  }

  addExport(kind, since) {
    const earliest = [since, this.exports.get(kind) ?? since].sort()[0];
    this.exports.set(kind, WHOLE.includes(kind) ? null : earliest);
  }
}
