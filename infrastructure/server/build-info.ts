import { readFileSync } from 'node:fs';
import { INFO } from '../../adapters/http/openapi.js';

/** The release that runs, and the commit from which it was built. */
export interface BuildInfo {
  /** that of the OpenAPI document, and of `package.json` */
  readonly version: string;
  /** `unknown` where the build could not tell; `…-changed` where the checkout had uncommitted changes */
  readonly commit: string;
}

/** `npm run build` notes the commit in a file of dist/. */
export function buildInfo(): BuildInfo {
  return { version: INFO.version, commit: commitOf(new URL('../../commit', import.meta.url)) };
}

/** `1.1.0 (0123abc)` */
export function inWords({ version, commit }: BuildInfo): string {
  return `${version} (${commit === 'unknown' ? 'unknown commit' : commit.replace(/^(\w{12})\w*/, '$1')})`;
}

function commitOf(file: URL): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
