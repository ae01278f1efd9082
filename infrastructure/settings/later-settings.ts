import { Address } from './setting-fields.js';

/**
 * Settings of parts that do not exist yet. They are checked now, so that an operator learns of a wrong setting before such a part
 * comes.
 */
export class LaterSettings {
  @Address(['redis:', 'rediss:']) REDIS_URL: string | null = null;
}

/** The names of the later settings that are set. They have no effect yet. */
export function laterSettingsIn(given: Readonly<Record<string, string>>): string[] {
  return Object.keys(new LaterSettings()).filter((name) => name in given);
}
