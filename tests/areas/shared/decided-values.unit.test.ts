import { openCustomer } from '../../../domain/customers/customer.js';
import { openLead } from '../../../domain/leads/lead.js';
import type { ConversationId, CustomerId, LeadId, MessageId, TaskId, WebhookId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { openTask } from '../../../domain/tasks/task.js';
import { queuedText, receivedText } from '../../../domain/texting/message.js';
import { openWebhook } from '../../../domain/webhooks/webhook.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:00.000Z');
/** Properties that no input of these functions has. */
const EXTRA = {
  status: 'won',
  createdAt: at('2020-01-01T00:00:00.000Z'),
  attempts: 7,
  completedAt: NOW,
  isVip: true,
  enabled: false,
};
const PHONE = '+16135550142' as E164; // safe: a number in E.164
const text = {
  ...{ id: 'text' as MessageId, conversationId: 'thread' as ConversationId, body: 'Hello', from: null, to: null },
  ...{ automated: false, keywordAnswer: false, sentBy: null, mediaSources: [], providerId: null, createdAt: NOW },
};
const task = { id: 'task' as TaskId, title: 'Call back', notes: null, priority: 'normal', dueAt: null, assignee: null } as const;
const links = { conversation: null, customerId: null, jobId: null, message: null };
const consent = { consentSource: 'unknown', consentCapturedAt: null, consentNote: null } as const;
const customer = { ...consent, id: 'dana' as CustomerId, name: null, email: null, phone: PHONE };
const webhook = { id: 'hook' as WebhookId, url: 'https://a.example', events: [], description: null, secret: 'sealed' };

it.each<[string, object, object]>([
  [
    'a new lead',
    openLead({ ...EXTRA, id: 'lead' as LeadId, name: 'Dana', email: null, phone: null, source: 'api' }, NOW).next,
    { status: 'new', createdAt: NOW },
  ],
  ['a new task', openTask({ ...EXTRA, ...task, links }, NOW).next, { status: 'open', completedAt: null, createdAt: NOW }],
  ['a new customer', openCustomer({ ...EXTRA, ...customer }, NOW).next, { isVip: false, createdAt: NOW }],
  ['a text to send', queuedText({ ...EXTRA, ...text }, NOW), { status: 'queued', attempts: 0, createdAt: NOW }],
  ['a text of a contact', receivedText({ ...EXTRA, ...text }), { status: 'received', attempts: 0 }],
  ['a new webhook', openWebhook({ ...EXTRA, ...webhook }, NOW), { enabled: true, createdAt: NOW }],
])('an extra property beats no value that is decided for %s', (_, made, decided) => {
  expect(made).toMatchObject(decided);
});
