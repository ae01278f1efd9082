type Defined<T> = { readonly [Key in keyof T]?: Exclude<T[Key], undefined> };

/**
 * Returns a copy of an object without the properties that are undefined. With `exactOptionalPropertyTypes`, TypeScript demands
 * that an optional property is absent or has a value.
 */
export function defined<T extends object>(given: T): Defined<T> {
  const kept: Partial<T> = {};
  for (const key in given) {
    if (given[key] !== undefined) kept[key] = given[key];
  }
  return kept as Defined<T>; // the loop has left out every undefined
}
