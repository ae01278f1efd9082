/** The code of a system or SQL error, such as `ENOENT` or an SQLSTATE; '' for an error without a code. */
export function systemCodeOf(error: unknown): string {
  // Node throws an AggregateError when a host name has several addresses and none answers. The first error tells the reason.
  if (error instanceof AggregateError && error.errors.length > 0) return systemCodeOf(error.errors[0]);
  const code = errorProperty(error, 'code');
  return typeof code === 'string' ? code : '';
}

/**
 * Returns a property of an error; undefined: the error has no such property. This does not use `instanceof Error`, because an
 * abort is a DOMException, and errors of sockets may come from another realm.
 */
export function errorProperty(
  error: unknown,
  name: 'cause' | 'code' | 'message' | 'name' | 'path' | 'constraint' | 'table' | 'status',
): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}

export function messageOf(error: unknown): string {
  const message = errorProperty(error, 'message');
  return typeof message === 'string' ? message : '';
}

/**
 * True when the error says that the server is read-only: it is a replica, or was the primary before a fail-over. Such a server
 * answers reads, but refuses every write.
 */
export function isReadOnly(error: unknown): boolean {
  return systemCodeOf(error) === '25006';
}
