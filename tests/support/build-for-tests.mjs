import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFileSync } from '@swc/core';
import { build } from '../../bin/build.mjs';
import { SUPPORT } from './built.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LAYERS = ['domain', 'application', 'adapters', 'infrastructure'];

/** Builds the service, and compiles the support code so that it imports the built service. */
export default function buildForTests() {
  build();
  mkdirSync(join(ROOT, SUPPORT), { recursive: true });
  writeFileSync(join(ROOT, SUPPORT, 'package.json'), '{ "type": "module" }\n');
  for (const layer of LAYERS) link(layer);
  for (const file of readdirSync(join(ROOT, 'tests/support'), { recursive: true })) {
    if (file.endsWith('.ts')) compile(`tests/support/${file}`);
  }
}

/**
 * Links a layer of dist/ into the folder of the support code. Node resolves links before it compares modules, so the support code
 * and the service use the same modules.
 */
function link(layer) {
  try {
    symlinkSync(join(relative(SUPPORT, 'dist'), layer), join(ROOT, SUPPORT, layer));
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

function compile(file) {
  const target = join(ROOT, SUPPORT, `${file.slice(0, -'.ts'.length)}.js`);
  const { code } = transformFileSync(join(ROOT, file), { sourceMaps: 'inline' });
  // An unchanged file is not written again, because another test run of this checkout may be reading it.
  if (existsSync(target) && readFileSync(target, 'utf8') === code) return;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}
