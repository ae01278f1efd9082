import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TextingBlocks } from '../../../application/areas/texting/texting-blocks.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import { liveUntil } from '../../../domain/calls/call-progress.js';
import type { StaffUserId } from '../../../domain/shared/id.js';
import { later } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { isName } from '../../../domain/shared/text.js';
import { BLOCK_SOURCES } from '../../../domain/texting/may-text.js';
import { fillShop } from '../../support/records.js';
import { IMPORT_KINDS } from '../../support/registry.js';
import type { TestService, TestShop } from '../../support/service.js';
import { bringFile } from '../../support/transfer.js';
import { aStoredCall } from '../../support/builders/a-call.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStoredMessage } from '../../support/builders/a-message.js';
import { aCustomer, aLead, aStoredTask } from '../../support/builders/records.js';

/** Texts that the API accepts, and that many programs change when they read or write a file. */
const ODD_TEXTS = [
  '=SUM(A1:A9)',
  '+1',
  '-1',
  '@cmd',
  "'quoted'",
  '"quoted", and more',
  'a,b;c\\d',
  'a\\;b',
  '007',
  '1.50',
  '1e5',
  'true',
  'null',
  'NaN',
  '{}',
  '[]',
  '# no comment',
  '😀 über Ñandú 漢字',
  'a\u00a0b',
  'zero\u200bwidth',
  '\ufeffmark',
  '2024-02-30',
  '--',
  "Robert'); drop table leads;",
];

/** Stores records of every kind, linked to each other: some made by the service, some imported, and many with unusual texts. */
export async function aLivelyShop(service: TestService, shop: TestShop): Promise<void> {
  await fillShop(service, shop);
  await service.sql(
    `update conversations t set last_message_at = m.created_at, last_inbound_at = m.created_at
     from messages m where t.shop_id = $1 and m.shop_id = t.shop_id and m.conversation_id = t.id`,
    [shop.id],
  );
  await bringExamples(service, shop);
  await oddMessages(service, shop);
  await oddCalls(service, shop);
  for (const [index, text] of ODD_TEXTS.entries()) {
    service.clock.pass(1000);
    const [second] = ODD_TEXTS.slice(-1 - index);
    const name = isName(text) ? text : `${text}0`;
    const customer = await aCustomer(shop.full, {
      name,
      phone: `+1613555${2000 + index}`,
      consent_source: 'web_form',
      consent_note: `${text}\n\n\t${second}`,
    });
    await shop.full.patch(`/customers/${customer.id}`, { tags: [text, `${second} ${index}`], is_vip: index % 2 === 0 });
    const source = BLOCK_SOURCES[index];
    const number = customer.phone as E164; // the API answers phones in E.164
    if (source) await service.container.get(TextingBlocks).block(shop.id, { number, source }, NO_CAUSE);
    const lead = await aLead(shop.full, { name, source: second, notes: `${text}\r\nsecond line\n"${second}"` });
    service.clock.pass(1000);
    await shop.full.patch(`/leads/${lead.id}`, { status: 'contacted' });
    await shop.full.patch(`/leads/${lead.id}`, {
      status: index % 2 === 0 ? 'won' : 'cold',
      next_followup_at: index % 3 === 0 ? null : '2026-04-01T09:00:00.123Z',
    });
    const task = await aStoredTask(shop.full, {
      title: text,
      notes: `${second}\n\n${text}`,
      customer_id: customer.id,
      due_at: `2026-0${1 + (index % 4)}-01T09:00:00Z`,
    });
    await shop.full.post(`/tasks/${task.id}`, { [['complete', 'cancel', 'remove_due_date'][index % 3] ?? '']: true });
  }
}

/** Stores a thread with messages such as people and providers write them. */
async function oddMessages(service: TestService, shop: TestShop): Promise<void> {
  const [staff] = await service.sql<{ user_id: StaffUserId }>('select user_id from staff where shop_id = $1 limit 1', [shop.id]);
  const createdAt = service.clock.now();
  const last = { lastMessageAt: createdAt, lastInboundAt: createdAt, lastOutboundAt: createdAt, lastHumanOutboundAt: createdAt };
  const number = '+16135553000' as E164; // a number in E.164
  const thread = await aConversation(service, shop, { contactNumber: number, line: number, markedUnread: true, ...last });
  for (const [index, text] of ODD_TEXTS.entries()) {
    const media = [{ contentType: 'image/png', url: `https://files.example.com/${encodeURIComponent(text)};"1"` }];
    const common = {
      body: `\t ${text}\r\ncafe\u0301 ${'\u0301'.repeat(40)}\n`,
      providerId: `SM${text}`,
      segments: index,
      createdAt,
      media,
    };
    const outbound = {
      direction: 'outbound',
      status: 'failed',
      error: `30003: ${text}`,
      sentBy: staff?.user_id ?? null,
    } as const;
    await aStoredMessage(service, shop, thread, { ...common, ...(index % 2 === 0 && outbound) });
  }
  const answer = { direction: 'outbound', status: 'unconfirmed', automated: true, keywordAnswer: true, createdAt } as const;
  await aStoredMessage(service, shop, thread, { ...answer, from: '72975', to: number });
}

/** Stores calls such as providers report them: of hidden numbers, live ones, with audio, and with transcripts of any text. */
async function oddCalls(service: TestService, shop: TestShop): Promise<void> {
  for (const [index, text] of ODD_TEXTS.entries()) {
    const startedAt = later(service.clock.now(), -index * 86_400_000);
    await aStoredCall(service, shop, {
      ...{ startedAt, createdAt: startedAt, endedAt: later(startedAt, 5000), durationSeconds: 5 },
      ...{ direction: index % 2 === 0 ? 'inbound' : 'outbound', from: text, providerId: `CA${text}` },
      ...{ transcript: `\t ${text}\r\ncafe\u0301\n`, transcriptSource: 'transcription', aiSummary: 'Short.' },
      ...{ hasRecording: index % 3 === 0, recordingDurationSeconds: index % 3 === 0 ? 4 : null },
    });
  }
  for (const status of ['ringing', 'in_progress'] as const) {
    const startedAt = service.clock.now();
    const dueAt = liveUntil({ status, startedAt });
    await aStoredCall(service, shop, { status, startedAt, dueAt, endedAt: null, durationSeconds: null, answeredBy: null });
  }
}

async function bringExamples(service: TestService, shop: TestShop): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lively-shop-'));
  for (const { name, examples } of IMPORT_KINDS) {
    const path = join(folder, `${name}.ndjson`);
    await writeFile(path, examples.map((example) => `${JSON.stringify(example)}\n`).join(''));
    const { errors } = await bringFile(service, shop.id, name, path, 'ndjson', false);
    if (errors.length > 0) throw new Error(`the examples of ${name} were refused: ${JSON.stringify(errors)}`);
  }
  await rm(folder, { recursive: true });
}
