/**
 * Freezes a value with all that is in it, and returns it. Code of a team gets such values, so that a write to what others use, too,
 * throws an error.
 */
export function frozen<T>(value: T): T {
  // A view of bytes cannot be frozen.
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}
