import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const DIST = 'dist';
export const LAYERS = ['domain', 'application', 'adapters', 'infrastructure'];
/** The files that modules read at run time, beside them. */
const DATA = /\.(json|ndjson)$/;
/** The files on which the code of every module depends: the compiler's settings, and its version. */
const COMPILER = ['.swcrc', 'package-lock.json'];
/** The ending of a file that is being written. Another build may run at the same time, so no build removes such a file. */
const UNFINISHED = '.tmp';
/** The file with the commit from which dist/ was built. Without it the service says `unknown`. */
const COMMIT = `${DIST}/commit`;
/**
 * The programs in a few files, which bundle.mjs makes of dist/. Each folder has the hash of the sources from which it was made as its
 * name, so that it is never older than they are, and a program that runs keeps its files. They lie as deep as the modules that find
 * files of dist/.
 */
export const BUNDLED = `${DIST}/bundled`;
/** The programs of a bundle, by the names of their files. */
export const [SERVICE, COMMANDS] = ['service', 'commands'];
/** The file with the hash of the last bundle. */
export const CURRENT = `${BUNDLED}/current`;

/** Compiles what has changed, as `compileChanges` does. If that fails, it says why and ends the process. */
export function build() {
  try {
    compileChanges();
  } catch (error) {
    process.stderr.write(`the build failed: ${error.message}\n`);
    process.exit(1);
  }
}

/**
 * Returns the folder of the bundle that was made from the present sources, or of the last one where there are no sources, as in a
 * deployment. Its programs need neither the modules in dist/ nor a look at them. Null: there is none.
 */
export function findBundle() {
  if (!existsSync(join(root, CURRENT))) return null;
  const folder = `${BUNDLED}/${hashOfSources() ?? readFileSync(join(root, CURRENT), 'utf8')}`;
  return existsSync(join(root, folder)) ? folder : null;
}

/** Returns one hash of all that a bundle is built from; null: there are no sources, as in a deployment. */
export function hashOfSources() {
  if (!existsSync(join(root, 'infrastructure'))) return null;
  const hash = createHash('sha256');
  for (const file of [...sourceFiles(), ...COMPILER, 'bin/bundle.mjs']) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Brings dist/ up to date with the checkout: compiled modules, and copies of the data that they read. Only the sources are compiled
 * whose module in dist/ was made from another text. It does not check types; `npm run typecheck` does. A deployment has no sources, so
 * there this function does nothing, and the dist/ of the package is used.
 * @returns whether dist/ has changed
 * @throws Error when a source has a wrong syntax; then dist/ stays as it was
 */
export function compileChanges() {
  if (!existsSync(join(root, 'infrastructure'))) return false;
  const sources = sourceFiles();
  const modules = sources.filter((file) => !DATA.test(file)).map(moduleOf());
  const data = sources.filter((file) => DATA.test(file));
  const built = new Set(filesIn(DIST));
  const changed = modules.filter((module) => !isBuilt(module, built));
  // All are compiled before the first is written, so that a wrong syntax leaves dist/ as it was.
  for (const { file, code } of changed.flatMap(compiled)) write(file, code);
  const changedData = data.filter((file) => !isCopied(file));
  for (const file of changedData) write(`${DIST}/${file}`, readFileSync(join(root, file)));
  const known = new Set([
    ...modules.flatMap(({ target }) => [target, `${target}.map`]),
    ...data.map((file) => `${DIST}/${file}`),
  ]);
  const isOfBundle = (file) => file.startsWith(`${BUNDLED}/`);
  const others = [...built].filter(
    (file) => !known.has(file) && file !== COMMIT && !isOfBundle(file) && !file.endsWith(UNFINISHED),
  );
  others.forEach(remove);
  const isChanged = changed.length + changedData.length + others.length > 0;
  if (isChanged) rmSync(join(root, COMMIT), { force: true }); // it names the commit of another state
  return isChanged;
}

/** The modules in TypeScript, and the data. */
function sourceFiles() {
  const all = [...LAYERS.flatMap((layer) => filesIn(layer)), 'ormconfig.ts'];
  return all.filter((file) => file.endsWith('.ts') || DATA.test(file));
}

/**
 * Returns a function that describes the module of a source. The end of a module's code names the source's content by a hash. The
 * times of the files would not be enough, because a checkout gives its files new times. One list for all of dist/ could be wrong
 * after two builds at the same time.
 */
function moduleOf() {
  const compiler = COMPILER.map((file) => readFileSync(join(root, file), 'utf8')).join('\0');
  const common = createHash('sha256').update(compiler).digest();
  return (source) => {
    const text = readFileSync(join(root, source), 'utf8');
    const target = `${DIST}/${source.slice(0, -'.ts'.length)}.js`;
    const hash = createHash('sha256').update(common).update(text).digest('hex');
    return { source, text, target, end: `// built from ${hash}\n//# sourceMappingURL=${basename(target)}.map\n` };
  };
}

function isBuilt({ target, end }, built) {
  return built.has(target) && built.has(`${target}.map`) && readFileSync(join(root, target), 'utf8').endsWith(end);
}

function isCopied(file) {
  const copy = join(root, DIST, file);
  return existsSync(copy) && readFileSync(copy).equals(readFileSync(join(root, file)));
}

function compiled({ source, text, target, end }) {
  const upwards = '../'.repeat(target.split('/').length - 1);
  const { code, map } = transformed(text, { filename: join(root, source), sourceFileName: upwards + source, sourceMaps: true });
  return [
    { file: `${target}.map`, code: map },
    { file: target, code: `${code}\n${end}` },
  ];
}

/** @throws Error with the place of a wrong syntax, without the stack of the compiler's own functions */
function transformed(text, options) {
  try {
    return compiler().transformSync(text, options);
  } catch (error) {
    throw new Error(error.message.split('\n\nCaused by:')[0].trimEnd(), { cause: error });
  }
}

/** Loads the compiler only when there is something to compile, because a start with an unchanged dist/ does not need it. */
function compiler() {
  try {
    return createRequire(import.meta.url)('@swc/core');
  } catch {
    throw new Error('dist/ was not built from these sources, and the compiler is not installed (run npm ci)');
  }
}

/** Writes a file in one step, so that a program that starts at this moment never sees half of it. */
export function write(file, content) {
  const target = join(root, file);
  const unfinished = `${target}.${process.pid}${UNFINISHED}`;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(unfinished, content);
  renameSync(unfinished, target);
}

/** Removes a file whose source does not exist any more, and the folders that are empty without it. */
function remove(file) {
  rmSync(join(root, file), { force: true });
  try {
    for (let folder = dirname(file); folder !== DIST; folder = dirname(folder)) rmdirSync(join(root, folder));
  } catch {
    // the folder has other files, or another build has removed it
  }
}

/** Returns the paths of all files in a folder, below the checkout's root. A folder that does not exist has none. */
function filesIn(folder) {
  return entriesOf(folder).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

function entriesOf(folder) {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return []; // another build may have removed it
    throw error;
  }
}

/** Notes the commit in dist/. `COMMIT` names it where the sources are no checkout, as in the image. */
function noteCommit() {
  const commit = process.env.COMMIT || commitOfCheckout();
  if (commit) write(COMMIT, `${commit}\n`);
}

function commitOfCheckout() {
  const git = (...words) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('rev-parse', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '-changed');
  } catch {
    return null; // there is no git, or no checkout
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  build();
  noteCommit();
}
