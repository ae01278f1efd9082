import twilio from 'twilio';
import { ask } from './ask.mjs';
import { PUBLIC_URL, TWILIO_AUTH_TOKEN } from './world.mjs';
import { sameEffects } from './inbox-effects.mjs';
import { LINE } from './seed-inbox.mjs';

/** A shop sends at most 500 texts in an hour as a standard, and the service counts them for each text. */
const TEXTS_AT_ONCE = 400;
const RECEIVE = '/providers/twilio/messages';

/** The writes of the inbox, see `scenarios`. */
export function inboxWrites(world) {
  const text = {
    method: 'POST',
    path: '/api/v1/messages',
    headers: { 'content-type': 'application/json' },
    body: () => JSON.stringify({ conversation: next(world.threads).id, body: 'Your car is ready. See you soon!' }),
    reset: world.ageTexts,
    most: TEXTS_AT_ONCE,
  };
  const inbound = {
    method: 'POST',
    path: RECEIVE,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: () => String(new URLSearchParams(inboundForm(next(world.threads)))),
    sign: (body) => ({ 'x-twilio-signature': signatureOf(body) }),
  };
  return [
    { name: 'text send', scales: true, changes: true, service: text, baseline: text, check: checkText },
    { name: 'text receive', scales: true, changes: true, service: inbound, baseline: inbound, check: checkInbound },
  ];
}

let place = 0;
function next(threads) {
  place = (place + 1) % threads.length;
  return threads[place];
}

let received = 0;
/** Returns a form with the parameters that Twilio sends. */
function inboundForm({ number }) {
  received += 1;
  const sid = `SM${String(received).padStart(32, 'b')}`;
  return {
    ToCountry: 'CA',
    ToState: 'ON',
    SmsMessageSid: sid,
    NumMedia: '0',
    ToCity: 'OTTAWA',
    FromZip: '',
    SmsSid: sid,
    FromState: 'ON',
    SmsStatus: 'received',
    FromCity: 'OTTAWA',
    Body: 'Thanks, I will come by at noon.',
    FromCountry: 'CA',
    To: LINE,
    ToZip: '',
    NumSegments: '1',
    MessageSid: sid,
    AccountSid: 'AC0123',
    From: number,
    ApiVersion: '2010-04-01',
  };
}

function signatureOf(body) {
  return twilio.getExpectedTwilioSignature(
    TWILIO_AUTH_TOKEN,
    PUBLIC_URL + RECEIVE,
    Object.fromEntries(new URLSearchParams(body)),
  );
}

function checkText(world) {
  return sameEffects(world, true, (server, { id }) =>
    ask(world, server, '/api/v1/messages', JSON.stringify({ conversation: id, body: 'Your car is ready.' })),
  );
}

function checkInbound(world) {
  return sameEffects(world, false, async ({ url }, thread) => {
    const body = String(new URLSearchParams(inboundForm(thread)));
    const headers = { 'x-twilio-signature': signatureOf(body), 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(url + RECEIVE, { method: 'POST', headers, body });
    return [answer.status, answer.headers.get('content-type'), await answer.text()];
  });
}
