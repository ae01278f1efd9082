import { extname } from 'node:path';

const ROOT = new URL('../../', import.meta.url);
/** The folder of the compiled support code, which build-for-tests.mjs writes. */
export const SUPPORT = 'node_modules/.cache/tests/';

/**
 * Imports a module of the project as Node does, outside of jest's sandbox. So the module is evaluated once for each worker, and
 * not once for each test file.
 * @param path the path of a source file, relative to the checkout's root
 */
export function importBuilt(path) {
  return import(new URL(builtPath(path), ROOT).href);
}

function builtPath(path) {
  if (extname(path) !== '.ts') return path;
  const compiled = `${path.slice(0, -'.ts'.length)}.js`;
  return path.startsWith('tests/') ? SUPPORT + compiled : `dist/${compiled}`;
}
