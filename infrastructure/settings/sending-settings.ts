import { ValidateIf } from 'class-validator';
import { RecordingSettings } from './recording-settings.js';
import { Address, check, Choice, Switch, Written } from './setting-fields.js';

export const TEXT_PROVIDERS = ['sandbox', 'twilio'] as const;

const TWILIO_API = 'https://api.twilio.com';
const MAIL_ADDRESS = /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

const isGiven = (value: unknown): boolean => value !== null;
const withTwilio = ValidateIf((settings: SendingSettings, value) => isGiven(value) || settings.TEXT_PROVIDER === 'twilio');
const requiredWithTwilio = check(isGiven, 'is required with TEXT_PROVIDER=twilio');
const withSmtp = ValidateIf((settings: SendingSettings, value) => isGiven(value) || settings.SMTP_URL !== null);
const requiredWithSmtp = check(isGiven, 'is required with SMTP_URL');

/** The settings of the providers of texts and e-mails, and of deliveries to subscribers. */
export class SendingSettings extends RecordingSettings {
  @Choice(TEXT_PROVIDERS) TEXT_PROVIDER: (typeof TEXT_PROVIDERS)[number] = 'sandbox';
  @Written(/^AC\w+$/, 'an account’s id such as AC0123', withTwilio, requiredWithTwilio) TWILIO_ACCOUNT_SID: string | null = null;
  @Written(/^\S+$/, 'one word', withTwilio, requiredWithTwilio) TWILIO_AUTH_TOKEN: string | null = null;
  @Address(['http:', 'https:']) TWILIO_API_URL = TWILIO_API;
  @Address(['smtp:', 'smtps:']) SMTP_URL: string | null = null;
  @Written(MAIL_ADDRESS, 'an address such as Shop <desk@shop.example>', withSmtp, requiredWithSmtp)
  MAIL_FROM: string | null = null;
  @Switch() ALLOW_PRIVATE_WEBHOOKS = false;
}
