import type { WebhookId } from '../../../domain/shared/id.js';
import { changeWebhook, openWebhook, pingWebhook, rotateSecret, type Webhook } from '../../../domain/webhooks/webhook.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:00.000Z');
const LATER = at('2026-03-03T10:00:00.000Z');
const given = { id: 'one' as WebhookId, url: 'https://a.example', events: null, description: null, secret: 'first' }; // safe: any id
const fresh = openWebhook(given, NOW);
const failing: Webhook = { ...fresh, lastFailureAt: NOW, failingSince: NOW, warnedAt: NOW };
const ended: Webhook = { ...failing, enabled: false, disabledReason: 'failing' };

it('a new webhook is on, and has neither succeeded nor failed', () => {
  expect(fresh).toMatchObject({ ...given, enabled: true, disabledReason: null, formerSecret: null, createdAt: NOW });
  expect([fresh.lastSuccessAt, fresh.lastFailureAt, fresh.failingSince, fresh.warnedAt]).toEqual([null, null, null, null]);
});

it('a test of a webhook is an event about it, which changes nothing else', () => {
  expect(pingWebhook(fresh, NOW)).toEqual({ next: fresh, events: [{ type: 'ping' }], changed: true, at: NOW });
});

it('one that is switched on again forgets why it was off and since when it failed, but not when it failed last', () => {
  const began = { enabled: true, disabledReason: null, failingSince: null, warnedAt: null, lastFailureAt: NOW };
  expect(changeWebhook(ended, { enabled: true })).toMatchObject(began);
});

it('one that gets another URL forgets since when it failed, and one that keeps its URL does not', () => {
  expect(changeWebhook(failing, { url: 'https://b.example' })).toMatchObject({ failingSince: null, warnedAt: null });
  expect(changeWebhook(failing, { url: failing.url, enabled: true })).toEqual(failing);
});

it('one that the service has switched off keeps the reason until it is switched on', () => {
  expect(changeWebhook(ended, { enabled: false, description: 'old' })).toEqual({ ...ended, description: 'old' });
  expect(changeWebhook(failing, { enabled: false })).toEqual({ ...failing, enabled: false });
});

describe('a rotation', () => {
  const once = rotateSecret(fresh, 'second', true, NOW);

  it('keeps the secret before it for a day', () => {
    expect(once).toEqual({
      ...fresh,
      secret: 'second',
      formerSecret: 'first',
      formerSecretUntil: at('2026-03-04T09:00:00.000Z'),
    });
  });

  it('drops the secret before that, so that at most two sign', () => {
    expect(rotateSecret(once, 'third', true, LATER)).toMatchObject({
      secret: 'third',
      formerSecret: 'second',
      formerSecretUntil: at('2026-03-04T10:00:00.000Z'),
    });
  });

  it('keeps no secret that no key opens', () => {
    expect(rotateSecret(once, 'third', false, LATER)).toMatchObject({ formerSecret: null, formerSecretUntil: null });
  });
});
