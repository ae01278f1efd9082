import { extname } from 'node:path';

const ROOT = new URL('../../', import.meta.url);
/** The support code's compiled form; global-setup.mjs writes it. */
export const SUPPORT = 'node_modules/.cache/tests/';

/**
 * Imports a module of the project as Node does, outside of jest's sandbox: it is evaluated once for each worker and not once for
 * each test file.
 * @param path a source's, from the checkout's root
 */
export function importBuilt(path) {
  return import(new URL(builtPath(path), ROOT).href);
}

function builtPath(path) {
  if (extname(path) !== '.ts') return path;
  const compiled = `${path.slice(0, -'.ts'.length)}.js`;
  return path.startsWith('tests/') ? SUPPORT + compiled : `dist/${compiled}`;
}
