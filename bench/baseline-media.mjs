// The links to recordings of the baseline, see baseline.mjs.
import { createHmac, createSecretKey } from 'node:crypto';
import { rows, send } from './baseline-answers.mjs';

const { PUBLIC_URL, SIGNING_KEYS } = process.env;
const secret = createSecretKey(SIGNING_KEYS, 'utf8');
const KIND = 'recording';
const STANDARD_SECONDS = 300;

export async function linkRecording(response, key, call) {
  const [found] = await rows('RECORDED', [key.shop, call, KIND]);
  const expires = Math.floor(Date.now() / 1000) + STANDARD_SECONDS;
  const text = JSON.stringify(['media', key.shop, call, KIND, expires]);
  const signature = createHmac('sha256', secret).update(text).digest('base64url');
  const data = {
    call,
    kind: KIND,
    url: `${PUBLIC_URL}/media/${key.shop}/calls/${call}/${KIND}?expires=${expires}&signature=${signature}`,
    expires_at: new Date(expires * 1000).toISOString(),
    duration_seconds: found.duration_seconds,
  };
  send(response, 200, key, JSON.stringify({ data }));
}
