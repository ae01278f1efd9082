import type { ShopEvent } from './document.js';
import { ShopOperationsError } from './error.js';
import { shownEvent } from './shown.js';

/** The headers of a request, of Node or of the web. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A delivery that is older, or comes from the future, was recorded or has a wrong clock. */
const TOLERANCE_SECONDS = 5 * 60;

/**
 * The event of a delivery that the service has signed, by Standard Webhooks.
 * @param body the bytes as they arrived: JSON that was read and written again has another signature
 * @param secret the secret of the webhook, `whsec_…`
 * @throws ShopOperationsError `unauthorized`, when the delivery is not the service's or not of now; TypeError when body or secret is none
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
): Promise<ShopEvent> {
  // In JavaScript the body may have been parsed already, and the secret be missing.
  if (typeof body !== 'string' && !('byteLength' in body))
    throw new TypeError('body: give the bytes as they arrived, not what they say');
  if (typeof secret !== 'string' || !secret.startsWith('whsec_')) throw new TypeError('secret: it begins with whsec_');
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerIn(headers, name),
  );
  if (!id || !timestamp || !signatures) throw refusal('it has no signature');
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) throw refusal('its timestamp is not of now');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const key = await crypto.subtle.importKey(
    'raw',
    bytesIn(secret.slice('whsec_'.length)),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',');
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesIn(value), signed)))
      return shownEvent(JSON.parse(text), '') as ShopEvent;
  }
  throw refusal('its signature is of another secret or body');
}

function headerIn(headers: WebhookHeaders, name: string): string {
  // Not `instanceof`: the headers may be those of another implementation of the web's interfaces.
  const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Exclude<WebhookHeaders, Headers>)[name];
  return String(value ?? '');
}

/** @throws ShopOperationsError when the text is no base64 */
function bytesIn(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch (error) {
    throw refusal('its signature or the secret is no base64', error);
  }
}

function refusal(reason: string, cause?: unknown): ShopOperationsError {
  return new ShopOperationsError('unauthorized', `the delivery is refused: ${reason}`, { cause });
}
