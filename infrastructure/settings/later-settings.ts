import { ValidateIf } from 'class-validator';
import { Address, Switch, Written } from './setting-fields.js';

const RECORDINGS = /^(?:file:.+|s3:\/\/[a-z0-9][a-z0-9.-]+[a-z0-9](?:\/.*)?)$/;

const whereGiven = ValidateIf((_, value) => value !== null);

/**
 * Settings of parts that do not exist yet. They are checked now, so that an operator learns of a wrong setting before such a part
 * comes.
 */
export class LaterSettings {
  @Address(['redis:', 'rediss:']) REDIS_URL: string | null = null;
  @Written(RECORDINGS, 'file:FOLDER or s3://BUCKET/PREFIX', whereGiven) RECORDINGS: string | null = null;
  @Switch() ALLOW_PRIVATE_WEBHOOKS = false;
}

/** The names of the later settings that are set. They have no effect yet. */
export function laterSettingsIn(given: Readonly<Record<string, string>>): string[] {
  return Object.keys(new LaterSettings()).filter((name) => name in given);
}
