/** The kinds of contacts: records, by their ids; a number as E.164; an address. */
type ContactKind = 'customer' | 'lead' | 'conversation' | 'number' | 'email';

/** A word for somebody whom an event is about, such as `customer:<uuid>` or `number:<E.164>`. */
export type ContactWord = `${ContactKind}:${string}`;

/** The `data` of an event. One that was stored by another release may lack a field. */
export type EventFields = Readonly<Record<string, unknown>>;

/** A contact as an event's data names it. What is no text, or empty, names nobody. */
export type ContactPart = readonly [kind: ContactKind, name: unknown];

/** Says whom an event is about. Two events with a contact in common are about the same person. */
export type About = (data: EventFields) => readonly ContactPart[];

export const NOBODY: About = () => [];

export function contactWords(contacts: readonly ContactPart[]): readonly ContactWord[] {
  const words = contacts.flatMap(([kind, name]): ContactWord[] =>
    typeof name === 'string' && name !== '' ? [`${kind}:${name}`] : [],
  );
  return [...new Set(words)];
}
