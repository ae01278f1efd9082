import type { TwilioOptions } from './twilio-client.js';

/** `refused`: Twilio does not accept the credentials. The others are Twilio's words: `active`, `suspended`, `closed`. */
export type AccountState = string;

/** Reads the state of the account. @throws Error when Twilio gives no answer that can be read */
export async function accountState({ accountSid, authToken, apiUrl }: Options): Promise<AccountState> {
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const answer = await fetch(`${apiUrl}/2010-04-01/Accounts/${accountSid}.json`, { headers: { authorization } });
  if (answer.status === 401 || answer.status === 403) return 'refused';
  const { status } = (await answer.json()) as { readonly status?: unknown }; // safe: the part is looked at
  if (!answer.ok || typeof status !== 'string') throw new Error(`Twilio answered ${answer.status}`);
  return status;
}

type Options = Pick<TwilioOptions, 'accountSid' | 'authToken'> & { readonly apiUrl: string };
