import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parse } from '@swc/core';
import * as esbuild from 'esbuild';
import { build, BUNDLED, COMMANDS, CURRENT, hashOfSources, SERVICE, write } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What CommonJS packages find in each of their modules. */
const COMMONJS = [
  `import { createRequire as bundledCreateRequire } from 'node:module';`,
  `const require = bundledCreateRequire(import.meta.url);`,
  `const __filename = import.meta.filename, __dirname = import.meta.dirname;`,
].join(' ');

/** Node 20 has no `navigator`. Without it, pg would load all of fetch to find out where it runs. */
const RUNTIME = { navigator: 'process', 'navigator.userAgent': 'process.version' };

/** The builds of packages from which esbuild leaves out what nobody imports: most of class-validator, with a second libphonenumber. */
const LEAN = { 'class-validator': 'class-validator/esm2015/index.js' };

/** So many bundles stay: the last one, and those of programs that still run. */
const KEPT = 3;

/**
 * Writes the service and the command line with all packages that they use into a few files of dist/. To find and load two thousand
 * modules takes most of the time of a short command, and half of a start. If the present sources have a bundle, it stays.
 */
export async function bundle() {
  const hash = hashOfSources();
  build();
  const folder = `${root}${BUNDLED}/${hash}`;
  if (!existsSync(folder) && !(await writeBundle(folder, hash))) return;
  write(CURRENT, hash);
  removeOld(folder);
}

/** Removes all but the last bundles, and what killed processes have left. Another process may do the same at this moment. */
function removeOld(newest) {
  const others = readdirSync(`${root}${BUNDLED}`)
    .map((name) => `${root}${BUNDLED}/${name}`)
    .filter((path) => path !== newest && path !== `${root}${CURRENT}`)
    .map((path) => ({ path, time: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((one, other) => other.time - one.time);
  for (const { path } of others.slice(KEPT - 1)) rmSync(path, { recursive: true, force: true });
}

/** @returns false: the sources have changed meanwhile, so there is no bundle of this name */
async function writeBundle(folder, hash) {
  const unfinished = `${folder}.${process.pid}.tmp`;
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: { [SERVICE]: 'dist/infrastructure/main.js', [COMMANDS]: 'dist/infrastructure/cli/main.js' },
    outdir: unfinished,
    bundle: true,
    splitting: true, // what a program imports when it runs is not loaded before
    format: 'esm',
    platform: 'node',
    target: 'node20.19', // before 20.10, Node knew no attributes of imports
    define: RUNTIME,
    alias: LEAN,
    banner: { js: COMMONJS },
    external: ['typescript'], // an optional peer of a package, which a deployment does not have
    plugins: [leaveOutside, keepNamesOfClasses],
    logLevel: 'error',
  });
  const isWanted = hashOfSources() === hash;
  try {
    if (isWanted) renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error; // else another process has made the same bundle meanwhile
  }
  rmSync(unfinished, { recursive: true, force: true });
  return isWanted;
}

/**
 * TypeORM names the packages of all databases, and pg one that is optional: they are required only by those who use them. A package
 * that is imported while a program runs is left outside, too, because esbuild gives such an import of CommonJS no names.
 */
const leaveOutside = {
  name: 'leave outside',
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...options }) => {
      if (pluginData === OURS || isBuiltin(path)) return undefined;
      if (options.kind === 'dynamic-import') return { path, external: true };
      const found = await bundler.resolve(path, { ...options, pluginData: OURS });
      return found.errors.length > 0 ? { path, external: true } : found;
    });
  },
};
/** Marks the questions of the plugin, so that it does not answer them itself. */
const OURS = Symbol('ours');

/**
 * Lets our classes keep their names, which esbuild may change, because the OpenAPI document and the table of migrations have names of
 * classes. The option `keepNames` names functions, too, each time they are made: with it a page of leads took 1.7 times as long.
 */
const keepNamesOfClasses = {
  name: 'keep names of classes',
  setup(bundler) {
    bundler.onLoad({ filter: /\.js$/ }, async ({ path }) => {
      if (!path.startsWith(`${root}dist/`)) return undefined;
      const code = await readFile(path, 'utf8');
      const { body } = await parse(code, { syntax: 'ecmascript', target: 'es2022' });
      const named = classesIn(body).map(
        (name) => `Object.defineProperty(${name}, 'name', { value: '${name}', configurable: true });`,
      );
      return { contents: [code, ...named].join('\n') };
    });
  },
};

/** The names of the classes that are declared at the top of a module: `class A {}` or `let B = class B {}`, also exported. */
function classesIn(statements) {
  return statements.flatMap((statement) => {
    const declared = statement.declaration ?? statement;
    const classes = declared.declarations?.map(({ init }) => init) ?? [declared];
    return classes.filter((one) => /^Class/.test(one?.type)).map(({ identifier }) => identifier.value);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
