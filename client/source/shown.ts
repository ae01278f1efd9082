type Fields = Readonly<Record<string, unknown>>;

/**
 * A record as the client shows it: a thread is always `conversation_id`, and the address of a message's file is whole.
 * @param baseUrl the address of the service; '': it is not known
 */
export function shown(record: unknown, baseUrl: string): unknown {
  if (Array.isArray(record)) return record.map((one) => shown(one, baseUrl));
  if (!isFields(record)) return record;
  const entries = Object.entries(record).map(([name, value]): [string, unknown] => {
    // The detail of a thread has the thread itself there.
    if (name === 'conversation' && !isFields(value)) return ['conversation_id', value];
    if (name === 'media' && Array.isArray(value)) return [name, value.map((file) => withWholeUrl(file, baseUrl))];
    // Other objects, such as metadata, have names of the shop's own.
    return [name, Array.isArray(value) || name === 'previous' ? shown(value, baseUrl) : value];
  });
  return Object.fromEntries(entries);
}

/** An event as the client shows it. */
export function shownEvent(event: unknown, baseUrl: string): unknown {
  const { data, ...others } = event as Fields;
  return { ...others, data: shown(data, baseUrl) };
}

function withWholeUrl(file: unknown, baseUrl: string): unknown {
  if (!isFields(file) || typeof file['url'] !== 'string' || !file['url'].startsWith('/')) return file;
  return { ...file, url: baseUrl + file['url'] };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
