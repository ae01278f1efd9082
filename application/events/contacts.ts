/**
 * A word for somebody whom an event is about: `customer:<uuid>`, `lead:<uuid>`, `conversation:<uuid>`, `number:<E.164>` or
 * `email:<address>`.
 */
export type ContactWord = `${'customer' | 'lead' | 'conversation' | 'number' | 'email'}:${string}`;

type Data = Readonly<Record<string, unknown>>;

/** The records that are a contact, or a thread with one. The `id` in the `data` of their events names it. */
const CONTACTS = ['lead', 'customer', 'conversation'] as const;

/** The fields of the views that name a contact, and the word that each of them gives. */
const FIELDS = [
  ['customer_id', 'customer'],
  ['customer', 'customer'],
  ['lead_id', 'lead'],
  ['conversation', 'conversation'],
  ['conversation_id', 'conversation'],
  ['contact_number', 'number'],
  ['phone', 'number'],
  ['number', 'number'],
  ['email', 'email'],
] as const;

/**
 * Says whom an event is about, by the names of the fields in its `data`. Two events with a word in common are about the same
 * contact. Empty: the event is about nobody. Former values in `previous` don't count.
 */
export function contactsOf(type: string, data: Data): readonly ContactWord[] {
  const words = [...ownWord(type, data), ...FIELDS.flatMap(([field, kind]) => wordOf(kind, data[field])), ...partnersOf(data)];
  return [...new Set(words)];
}

function ownWord(type: string, { id }: Data): readonly ContactWord[] {
  const record = CONTACTS.find((contact) => type.startsWith(`${contact}.`));
  return record ? wordOf(record, id) : [];
}

/** A field can hold a whole record, such as the customer of an appointment. Its phone and email count, too. */
function wordOf(kind: (typeof FIELDS)[number][1] | 'lead', value: unknown): readonly ContactWord[] {
  if (typeof value === 'string') return value === '' ? [] : [`${kind}:${value}`];
  if (typeof value !== 'object' || value === null) return [];
  const { id, phone, email } = value as Data; // safe: every object can be read like this
  return [...wordOf(kind, id), ...wordOf('number', phone), ...wordOf('email', email)];
}

/**
 * The number or address at the other end of a message or a call. A scheduled message has no direction and goes out. The shop's
 * own line is nobody's. A record without direction and channel is none of these: its `from` and `to` are states.
 */
function partnersOf({ direction, from, to, channel }: Data): readonly ContactWord[] {
  if (typeof direction !== 'string' && typeof channel !== 'string') return [];
  const partner = direction === 'inbound' ? from : to;
  return typeof partner === 'string' ? wordOf(channel === 'email' ? 'email' : 'number', partner) : [];
}
