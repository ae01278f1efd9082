import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { loadEnvFile } from 'node:process';
import { fileURLToPath } from 'node:url';

/** The folder of compiled code. In the system's folder for temporary files, another account could lay code there to be run. */
const COMPILED = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

/** From Node 22 on, compiled code is kept for the next time, if the folder can be written. */
function keepCompiledCode() {
  module.enableCompileCache?.(COMPILED);
}

/** Loads a `.env` file of the working directory, which may name what needs the modules of dist/. */
export function loadDotEnv() {
  try {
    if (existsSync('.env')) loadEnvFile('.env');
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** The modules with extensions that are loaded if EXTENSIONS names none, as infrastructure/extensions/load-extensions.ts has them. */
const BY_DEFAULT = ['shop-ops.config.ts', 'shop-ops.config.mjs', 'shop-ops.config.js'];

/** True: a program needs the modules of dist/, because extensions import these, and share them with it. */
export function hasExtensions() {
  return !!process.env.EXTENSIONS?.trim() || BY_DEFAULT.some((file) => existsSync(file));
}

/** Loads a program of a bundle. */
export async function loadBundled(bundle, program) {
  keepCompiledCode();
  await import(`../${bundle}/${program}.js`);
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
