import { systemCodeOf } from '../../adapters/system-errors.js';
import { within } from '../../adapters/time-limit.js';
import { buildInfo } from '../server/build-info.js';
import { inOneLine } from '../server/process-life.js';
import type { Config, TextsConfig } from '../settings/config.js';
import { fail, ok, warn, type Finding } from './finding.js';

const WAIT_MS = 5000;

const late = (who: string) => (): never => {
  throw new Error(`${who} did not answer within ${WAIT_MS / 1000} s`);
};

/** Asks PUBLIC_URL which service answers there. */
export async function checkPublicUrl(publicUrl: string): Promise<Finding> {
  const check = 'public address';
  const advice = 'set PUBLIC_URL to the address at which clients and the provider reach this service, without a path of its own';
  try {
    const headers = { accept: 'application/json' };
    const answer = await fetch(`${publicUrl}/`, { headers, signal: AbortSignal.timeout(WAIT_MS) });
    const body = (await answer.json().catch(() => null)) as { readonly openapi?: unknown; readonly commit?: unknown } | null; // safe: each part is looked at
    if (!answer.ok || typeof body?.openapi !== 'string')
      return fail(check, `another program answers at ${publicUrl} (status ${answer.status})`, advice);
    if (body.commit !== buildInfo().commit)
      return warn(check, `another build answers at ${publicUrl}`, 'nothing to do while a release is rolled out');
    return ok(check, `this service answers at ${publicUrl}`);
  } catch (error) {
    const reason = inOneLine(error instanceof Error && error.cause !== undefined ? error.cause : error);
    return warn(check, `nothing answers at ${publicUrl} from here: ${reason}`, advice);
  }
}

const TWILIO_ADVICE = 'check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN in Twilio’s console, and restart all instances';

/** Asks the provider of texts about the account. Nothing is sent. */
export async function checkProvider(texts: TextsConfig & { readonly provider: 'twilio' }): Promise<Finding> {
  const check = 'provider';
  // Imported on demand, as the service does.
  const { accountState } = await import('../../adapters/sms/twilio/account-state.js');
  try {
    const state = await within(WAIT_MS, accountState(texts), late('Twilio'));
    if (state === 'active') return ok(check, 'Twilio accepts the account');
    const detail = state === 'refused' ? 'Twilio does not accept the account’s credentials' : `the account at Twilio is ${state}`;
    return fail(check, detail, state === 'refused' ? TWILIO_ADVICE : 'see the account in Twilio’s console');
  } catch (error) {
    return warn(
      check,
      `Twilio cannot be asked: ${inOneLine(error)}`,
      'check that this machine may open connections to TWILIO_API_URL',
    );
  }
}

/** Logs in at the mail server. Nothing is sent. */
export async function checkMail({ url }: NonNullable<Config['mail']>): Promise<Finding> {
  const check = 'mail';
  const { host } = new URL(url);
  // Imported on demand, as the service does.
  const { logIn } = await import('../../adapters/email/log-in.js');
  try {
    await within(WAIT_MS, logIn(url), late('the mail server'));
    return ok(check, `${host} accepts the account`);
  } catch (error) {
    const detail = `${host}: ${inOneLine(error)}`;
    if (systemCodeOf(error) === 'EAUTH') return fail(check, detail, 'check the user and the password in SMTP_URL');
    return warn(check, detail, 'check SMTP_URL, and that this machine may open connections to it');
  }
}
