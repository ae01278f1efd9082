type Defined<T> = { readonly [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The same object without the properties that are undefined. An optional property must be absent or have a value. */
export function defined<T extends object>(given: T): Defined<T> {
  const kept: Partial<T> = {};
  for (const key in given) {
    if (given[key] !== undefined) kept[key] = given[key];
  }
  return kept as Defined<T>; // the loop has left out every undefined
}
