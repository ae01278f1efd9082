import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './calls.mjs';

const AGAIN_MS = 150;
/** The answers after which a client repeats its request: there was none, the same key is in flight, the service is too busy. */
const AGAIN = [0, 409, 502, 503];

/**
 * Creates leads at a given rate, as many clients do: no client waits for another, and each repeats its request with the same
 * idempotency key, to any instance, until it has succeeded or its patience has ended. Notes every change.
 * @param urlOf returns the address of an instance
 * @param tokenOf returns the key of the change with this number
 * @returns the answers that a client should never get
 */
export async function createLeads(urlOf, tokenOf, { changes, perSecond, patienceMs, againMs = AGAIN_MS }, note) {
  const odd = new Set();
  const began = performance.now();
  const open = [];
  for (let n = 0; n < changes; n += 1) {
    await sleep(began + (n * 1000) / perSecond - performance.now());
    open.push(createLead(urlOf, tokenOf(n), `Change ${n}`, { patienceMs, againMs }, note, odd));
  }
  await Promise.all(open);
  return [...odd];
}

async function createLead(urlOf, token, name, { patienceMs, againMs }, note, odd) {
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    const { status, text } = await call(urlOf(), token, 'POST', '/api/v1/leads', { name }, { 'idempotency-key': name });
    const at = Date.now();
    if (status === 201) return note('changes', { name, status, record: JSON.parse(text).data.id, at, tries });
    const mayRepeat = AGAIN.includes(status);
    if (!mayRepeat) odd.add(`a client was answered ${status}: ${text.slice(0, 80)}`);
    if (!mayRepeat || performance.now() - began > patienceMs) return note('changes', { name, status, record: null, at, tries });
    await sleep(againMs);
  }
}
