import { readFileSync } from 'node:fs';
import { messageOf } from '../../adapters/system-errors.js';

/** The settings that hold a secret, also an address with a password. Each may be given as a file: `DATABASE_URL_FILE=…`. */
const SECRETS: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SIGNING_KEYS',
  'REDIS_URL',
  'TWILIO_AUTH_TOKEN',
  'SMTP_URL',
];

export function isSecret(setting: string): boolean {
  return SECRETS.includes(setting);
}

type Given = Readonly<Record<string, string>>;

interface Fault {
  readonly field: string;
  readonly problem: string;
}

/** Adds the secrets that lie in files, as containers mount them. A line break at the end of a file does not count. */
export function withSecretsOfFiles(given: Given): { readonly given: Given; readonly faults: readonly Fault[] } {
  const found = new Map<string, string>();
  const faults: Fault[] = [];
  for (const name of SECRETS) {
    const setting = `${name}_FILE`;
    const path = given[setting];
    if (path === undefined) continue;
    const secret = given[name] === undefined ? contentOf(path) : new Error(`must not be set together with ${name}`);
    if (secret instanceof Error) faults.push({ field: setting, problem: secret.message });
    else found.set(name, secret);
  }
  return { given: { ...given, ...Object.fromEntries(found) }, faults };
}

function contentOf(path: string): string | Error {
  try {
    const content = readFileSync(path, 'utf8').trim();
    return content === '' ? new Error('names an empty file') : content;
  } catch (error) {
    return new Error(`cannot be read: ${messageOf(error)}`);
  }
}
