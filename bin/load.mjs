import module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { BUNDLE } from './build.mjs';

/** The folder of compiled code. In the system's folder for temporary files, another account could lay code there to be run. */
const COMPILED = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

/** From Node 22 on, compiled code is kept for the next time, if the folder can be written. */
function keepCompiledCode() {
  module.enableCompileCache?.(COMPILED);
}

/** Loads a program of the bundle. */
export async function loadBundled(program) {
  keepCompiledCode();
  await import(`../${BUNDLE}/${program}.js`);
}

/**
 * Loads a module of dist/ with all that it imports, two thousand files. Node 20 keeps no compiled code, but its `require` needs a
 * sixth less time than its `import`.
 */
export async function load(path) {
  const file = `../dist/${path}`;
  keepCompiledCode();
  const canOnlyRequire = module.enableCompileCache === undefined && process.features.require_module === true;
  await (canOnlyRequire ? createRequire(import.meta.url)(file) : import(file));
}
