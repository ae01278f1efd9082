import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { listen } from '../../harness/servers.mjs';

export const ACCOUNT = 'AC00000000000000000000000000000000';
export const TOKEN = 'the-token-of-the-drill';
export const PUBLIC_URL = 'https://shop.example';

const UNKNOWN_ACCOUNT = JSON.stringify({ status: 401, code: 20003, message: 'Authenticate' });

/** The answer to each list that the service catches up from. */
const NOTHING_LISTED = JSON.stringify({ messages: [], calls: [], recordings: [], page: 0, next_page_uri: null });

/** A provider that takes every text, and notes when each one arrived. It can refuse the account for a while. */
export async function startProvider(answerMs = 0) {
  const taken = [];
  let refuses = false;
  let refused = 0;
  const { url } = await listen(async (asked, answer) => {
    const form = new URLSearchParams(await text(asked));
    if (refuses) {
      if (asked.method === 'POST') refused += 1;
      answer.writeHead(401, { 'content-type': 'application/json' }).end(UNKNOWN_ACCOUNT);
      return;
    }
    if (asked.method === 'GET') {
      answer.writeHead(200, { 'content-type': 'application/json' }).end(NOTHING_LISTED);
      return;
    }
    const [from, to, body] = ['From', 'To', 'Body'].map((name) => form.get(name));
    taken.push({ to, body, at: performance.now() });
    const sid = `SM${String(taken.length).padStart(32, '0')}`;
    const message = { sid, status: 'queued', num_segments: '1', num_media: '0', direction: 'outbound-api', from, to, body };
    const send = () => answer.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(message));
    setTimeout(send, answerMs);
  });
  return {
    /** for each text `{to, body, at}`: the recipient, the words, and when it arrived by `performance.now()` */
    taken,
    /** Refuses the account from now on, or accepts it again. */
    refuse: (whether) => (refuses = whether),
    /** the number of texts that came while the account was refused */
    refused: () => refused,
    env: settingsFor(url),
  };
}

/** The value of `X-Twilio-Signature` for a form that is sent to a path of the service. */
export function signatureOf(path, form) {
  const values = [...form.keys()].sort().map((name) => name + form.get(name));
  return createHmac('sha1', TOKEN)
    .update(`${PUBLIC_URL}${path}${values.join('')}`)
    .digest('base64');
}

/** The settings of a service whose provider is a server on this machine. */
export function settingsFor(url) {
  return {
    PUBLIC_URL,
    TEXT_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: ACCOUNT,
    TWILIO_AUTH_TOKEN: TOKEN,
    TWILIO_API_URL: url,
  };
}
