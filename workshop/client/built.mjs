/** Loads a module of the built service. */
export function built(file) {
  return import(`../../dist/${file}`);
}
