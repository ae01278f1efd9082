import { ValidateIf } from 'class-validator';
import { Address, check, Choice, Switch, Written } from './setting-fields.js';

const ADDRESS = /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;
const RECORDINGS = /^(?:file:.+|s3:\/\/[a-z0-9][a-z0-9.-]+[a-z0-9](?:\/.*)?)$/;

const isGiven = (value: unknown): boolean => value !== null;
const whereGiven = ValidateIf((_, value) => isGiven(value));
const withTwilio = ValidateIf((settings: LaterSettings, value) => isGiven(value) || settings.TEXT_PROVIDER === 'twilio');
const required = check(isGiven, 'is required with TEXT_PROVIDER=twilio');

/**
 * Settings of parts that do not exist yet. They are checked now, so that an operator learns of a wrong setting before such a part
 * comes.
 */
export class LaterSettings {
  @Address(['redis:', 'rediss:']) REDIS_URL: string | null = null;
  @Choice(['sandbox', 'twilio']) TEXT_PROVIDER = 'sandbox';
  @Written(/^AC\w+$/, 'an account’s id such as AC0123', withTwilio, required) TWILIO_ACCOUNT_SID: string | null = null;
  @Written(/^\S+$/, 'one word', withTwilio, required) TWILIO_AUTH_TOKEN: string | null = null;
  @Address(['http:', 'https:']) TWILIO_API_URL: string | null = null;
  @Address(['smtp:', 'smtps:']) SMTP_URL: string | null = null;
  @Written(ADDRESS, 'an address such as Shop <desk@shop.example>', whereGiven) MAIL_FROM: string | null = null;
  @Written(RECORDINGS, 'file:FOLDER or s3://BUCKET/PREFIX', whereGiven) RECORDINGS: string | null = null;
  @Switch() ALLOW_PRIVATE_WEBHOOKS = false;
}

/** The names of the later settings that are set. They have no effect yet. */
export function laterSettingsIn(given: Readonly<Record<string, string>>): string[] {
  return Object.keys(new LaterSettings()).filter((name) => name in given);
}
