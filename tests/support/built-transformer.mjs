import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importBuilt } from './built.mjs';

const OWN_SOURCE = readFileSync(fileURLToPath(import.meta.url));
/**
 * Exports that the new code does not repeat by name. Since Node 23, a CommonJS module also exports itself as a whole, under the
 * name `module.exports`.
 */
const NOT_NAMED = ['default', 'module.exports'];

/**
 * A transformer of jest. It replaces the code of a module in a test's sandbox: the new code exports what the jest worker got when
 * it imported the same module outside of the sandbox.
 */
export default {
  async processAsync(_source, file, { config: { rootDir } }) {
    const path = relative(rootDir, file);
    const names = Object.keys(await importBuilt(path));
    const named = names.filter((name) => !NOT_NAMED.includes(name)).join(', ');
    const lines = [`const built = await globalThis.importBuilt(${JSON.stringify(path)});`, `export const { ${named} } = built;`];
    if (names.includes('default')) lines.push('export default built.default;');
    return { code: `${lines.join('\n')}\n` };
  },

  getCacheKey(source, file, { config: { rootDir } }) {
    return createHash('sha256')
      .update(OWN_SOURCE)
      .update(process.version) // the names that a module exports can depend on the version of Node
      .update(relative(rootDir, file))
      .update('\0')
      .update(source)
      .digest('hex')
      .slice(0, 32);
  },
};
