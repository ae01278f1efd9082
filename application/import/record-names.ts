/** What can be imported, or referred to by what is imported: each is a table. */
export const RECORD_NAMES = [
  'customers', 'vehicles', 'leads', 'lead_timeline', 'staff', 'quotes', 'invoices', 'jobs', 'tasks', 'services', 'reviews', 'calls',
  'conversations', 'messages',
] as const;
export type RecordName = (typeof RECORD_NAMES)[number];

/** One of them, in words. */
export const NOUNS: Readonly<Record<RecordName, string>> = {
  customers: 'customer',
  vehicles: 'vehicle',
  leads: 'lead',
  lead_timeline: 'timeline entry',
  staff: 'staff member',
  quotes: 'quote',
  invoices: 'invoice',
  jobs: 'job',
  tasks: 'task',
  services: 'service',
  reviews: 'review',
  calls: 'call',
  conversations: 'conversation',
  messages: 'message',
};
