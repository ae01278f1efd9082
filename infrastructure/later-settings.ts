import type { Settings } from './settings.js';

type Check = (settings: Settings, name: string) => void;

const ADDRESS = /^[^\s<>@]+@[^\s<>@]+$/;
const SENDER = /^[^<>@\r\n]*<([^<>]+)>$/;
const RECORDINGS = /^(file:.+|s3:\/\/[a-z0-9][a-z0-9.-]+[a-z0-9](\/.*)?)$/;

const address = (...protocols: readonly string[]): Check => (settings, name) => {
  settings.url(name, protocols);
};

/** What Twilio wants is wanted where it is chosen, and has its form wherever it is given. */
const ofTwilio = (form: RegExp, example: string): Check => (settings, name) => {
  const value = settings.optional(name);
  if (value === null && settings.optional('TEXT_PROVIDER') === 'twilio') settings.refuse(name, 'is required with TEXT_PROVIDER=twilio');
  if (value !== null && !form.test(value)) settings.refuse(name, `must be ${example}`);
};

/** Settings of parts that are still to come. They are checked, so that a deployment learns of a wrong one before it matters. */
const CHECKS: Readonly<Record<string, Check>> = {
  REDIS_URL: address('redis:', 'rediss:'),
  TEXT_PROVIDER: (settings, name) => settings.oneOf(name, ['sandbox', 'twilio'], 'sandbox'),
  TWILIO_ACCOUNT_SID: ofTwilio(/^AC\w+$/, 'an account’s id such as AC0123'),
  TWILIO_AUTH_TOKEN: ofTwilio(/^\S+$/, 'one word'),
  SMTP_URL: address('smtp:', 'smtps:'),
  MAIL_FROM: (settings, name) => {
    const value = settings.optional(name);
    if (value !== null && !ADDRESS.test(SENDER.exec(value)?.[1] ?? value)) settings.refuse(name, 'must be an address such as Shop <desk@shop.example>');
  },
  RECORDINGS: (settings, name) => {
    const value = settings.optional(name);
    if (value !== null && !RECORDINGS.test(value)) settings.refuse(name, 'must be file:FOLDER or s3://BUCKET/PREFIX');
  },
  ALLOW_PRIVATE_WEBHOOKS: (settings, name) => settings.flag(name, false),
};

/** @throws WrongSetting naming the first that is wrong */
export function checkLaterSettings(settings: Settings): void {
  for (const [name, check] of Object.entries(CHECKS)) check(settings, name);
}

/** Those that are set, and have no effect. */
export function laterSettingsIn(settings: Settings): string[] {
  return Object.keys(CHECKS).filter((name) => settings.optional(name) !== null);
}
