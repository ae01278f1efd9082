import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** The most bytes of the module, as a server would send it. */
export const MOST_ZIPPED = 12_000;

/** Builds the package into a folder: the module, and the types of its sources. */
export async function buildPackage(folder) {
  rmSync(folder, { recursive: true, force: true });
  const compiler = 'node_modules/typescript-native/bin/tsc';
  execFileSync(process.execPath, [compiler, '-p', 'client', '--outDir', folder], { stdio: 'inherit' });
  writeFileSync(`${folder}/shop-operations.js`, await moduleOf());
}

/** Returns the client as one ES module. It is not minified, so that an error shows a line that can be read. */
export async function moduleOf() {
  const { outputFiles } = await build({
    entryPoints: ['client/source/shop-operations.ts'],
    ...{ bundle: true, format: 'esm', platform: 'neutral', target: 'es2022', write: false },
  });
  return outputFiles[0].contents;
}

export function zippedSize(module) {
  return gzipSync(module).length;
}
