/** The data of an event, or of the appointment that a rule comes before, as the API shows it. */
export type EventData = object;

/**
 * The value at a dotted path such as `customer.name` or `previous.status`. Undefined: the data has no such field.
 * The path leads through the own properties of objects; it does not lead into lists.
 */
export function valueAt(data: EventData, path: string): unknown {
  let value: unknown = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name]; // safe: an object that has this property
  }
  return value;
}

/** Tells whether there is anything in a field: absent, null, a blank text and an empty list are nothing. */
export function isFilled(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string') return value.trim() !== '';
  return !Array.isArray(value) || value.length > 0;
}
