import twilio from 'twilio';
import type RequestClient from 'twilio/lib/base/RequestClient.js';
import { PROVIDER_ANSWER_MS } from '../../../application/areas/texting/hand-over-text.js';
import { TwilioHttp } from './twilio-http.js';

export interface TwilioOptions {
  readonly accountSid: string;
  readonly authToken: string;
  /** the address of the provider's API; default: Twilio's */
  readonly baseUrl?: string;
  /** milliseconds for one request; default PROVIDER_ANSWER_MS */
  readonly timeoutMs?: number;
  /** certificates of authorities that are trusted instead of the system's, in PEM */
  readonly ca?: string;
  /** Called when a list of the provider cannot be read, with `{error}`. */
  readonly log?: (message: string, detail: { readonly error: string }) => void;
}

const TWILIO_API = 'https://api.twilio.com';

/** The bounds of a list. Twilio's pages have at most 1,000 entries; a smaller page comes within the time limit. */
export const LISTED = { pageSize: 100, limit: 20_000 };

/** The address of the provider's API, without a slash at its end. */
export function apiOf({ baseUrl = TWILIO_API }: Pick<TwilioOptions, 'baseUrl'>): string {
  return baseUrl.replace(/\/$/, '');
}

export function clientOf({ timeoutMs = PROVIDER_ANSWER_MS, ...options }: TwilioOptions): twilio.Twilio {
  const { accountSid, authToken, ca } = options;
  // The cast is safe: the SDK calls only the one method that `TwilioHttp` has. Its type names a class with further members.
  const httpClient = new TwilioHttp({ baseUrl: apiOf(options), timeoutMs, ca }) as unknown as RequestClient;
  // Without `edge` and `region` the SDK would read them from the environment and change the host's name.
  return new twilio.Twilio(accountSid, authToken, { httpClient, edge: '', region: '' });
}
