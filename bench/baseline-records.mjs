// Records by id of the baseline, and its feed of events, see baseline.mjs.
import { toInstant } from '../dist/adapters/persistence/connection/values.js';
import { hasMarketingConsent } from '../dist/domain/customers/marketing-consent.js';
import { send, sendOne, texts } from './baseline-answers.mjs';

/** The columns of a thread that are not part of the nested record. */
const BESIDE_THREAD = [
  ...['customer_name', 'customer_phone', 'customer_email', 'consent_source', 'consent_captured_at'],
  ...['blocked', 'opted_out', 'lifted_at', 'consent_ended_at'],
];

/** @param name the name of the statement that reads the record */
export async function sendRecord(response, key, name, id) {
  const { found, json } = await texts(name, [key.shop, id]);
  sendOne(response, key, json(found[0]));
}

export async function sendThread(response, key, id) {
  const { found, at, json } = await texts('THREAD', [key.shop, id], BESIDE_THREAD);
  const [row] = found;
  const instant = (column) => (row[at[column]] === null ? null : toInstant(row[at[column]]));
  const asked = { consentSource: row[at.consent_source], consentCapturedAt: instant('consent_captured_at') };
  const optOut =
    row[at.opted_out] === null ? null : { liftedAt: instant('lifted_at'), consentEndedAt: instant('consent_ended_at') };
  const customer = JSON.stringify({
    customer_id: row[at.customer_id],
    customer_name: row[at.customer_name],
    customer_phone: row[at.customer_phone],
    customer_email: row[at.customer_email],
    texting_blocked: row[at.blocked] === 't',
    marketing_consent: asked.consentSource !== null && hasMarketingConsent(asked, optOut, new Date().toISOString()),
  });
  sendOne(response, key, `{"conversation":${json(row)},${customer.slice(1)}`);
}

export async function sendFeed(response, key, search) {
  const [after, limit] = ['after', 'limit'].map((name) => Number(search.get(name)));
  const { found, at, json } = await texts('FEED', [key.shop, after, limit], ['pruned', 'newest']);
  const page = found[0][at.number] === null ? [] : found;
  const end = Math.max(Number(found[0][at.pruned]), Number(found[0][at.newest]));
  const next = page.length < limit ? end : page.at(-1)[at.number];
  send(response, 200, key, `{"data":[${page.map(json)}],"meta":{"next_after":${next}}}`);
}
