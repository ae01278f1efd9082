import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import twilio from 'twilio';

export const ACCOUNT = 'AC00000000000000000000000000000000';
const TOKEN = 'the-token-of-the-drill';
const PUBLIC_URL = 'https://shop.example';
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** A provider that takes every text, and notes when each one arrived. */
export async function startProvider(answerMs = 0) {
  const taken = [];
  const server = createServer(async (asked, answer) => {
    const form = new URLSearchParams(await text(asked));
    taken.push({ to: form.get('To'), body: form.get('Body'), at: performance.now() });
    const sid = `SM${String(taken.length).padStart(32, '0')}`;
    setTimeout(
      () => answer.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(messageOf(sid, form))),
      answerMs,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    /** for each text `{to, body, at}`: the recipient, the words, and when it arrived by `performance.now()` */
    taken,
    env: settingsFor(server),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The settings of a service whose provider is a server on this machine. */
export function settingsFor(server) {
  return {
    PUBLIC_URL,
    TEXT_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: ACCOUNT,
    TWILIO_AUTH_TOKEN: TOKEN,
    TWILIO_API_URL: `http://127.0.0.1:${server.address().port}`,
  };
}

function messageOf(sid, form) {
  const [from, to, body] = ['From', 'To', 'Body'].map((name) => form.get(name));
  return { sid, status: 'queued', num_segments: '1', num_media: '0', direction: 'outbound-api', from, to, body };
}

/** Calls the service as the provider does. Returns the status of the answer; 0: there was none. */
export function callService({ url }, path, form) {
  const body = new URLSearchParams(form).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
    'x-twilio-signature': twilio.getExpectedTwilioSignature(TOKEN, PUBLIC_URL + path, form),
  };
  return new Promise((resolve) => {
    const asked = request(url + path, { method: 'POST', headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    asked.on('error', () => resolve(0)).end(body);
  });
}

export function inboundText(from, to, body, sid) {
  return { MessageSid: sid, From: from, To: to, Body: body, NumMedia: '0' };
}
