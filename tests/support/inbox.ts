import { randomUUID } from 'node:crypto';
import type { NewShop } from '../../application/areas/access/manage-shops.js';
import { ProviderEvents, type InboundText } from '../../application/areas/texting/provider-events.js';
import { SandboxOutbox, type SandboxEntry } from '../../application/areas/texting/sandbox-outbox.js';
import type { MessageId } from '../../domain/shared/id.js';
import type { Answer, Api } from './api.js';
import { aPhoneNumber } from './builders/a-phone-number.js';
import type { TestService, TestShop } from './service.js';

/** Somebody whom no shop knows. */
export const STRANGER = '+16135550177';

export interface MessageState {
  readonly status: string;
  readonly error: string | null;
}

/** A shop with a primary line, and what a test does with its texts. */
export class Inbox {
  private constructor(
    private readonly service: TestService,
    readonly shop: TestShop,
    /** the number of the shop's primary line */
    readonly line: string,
  ) {}

  static async open(service: TestService, given: Partial<NewShop> = {}): Promise<Inbox> {
    const shop = await service.shop(given);
    const { number } = await aPhoneNumber(service, shop, { is_primary: true });
    return new Inbox(service, shop, number);
  }

  /** Lets somebody write a text to the shop. */
  writes(body: string, fields: Partial<InboundText> = {}): Promise<MessageId | null> {
    const { line: to, shop } = this;
    const text = { providerId: randomUUID(), shop: shop.id, from: STRANGER, to, body, media: [], receivedAt: null };
    return this.service.container.get(ProviderEvents).received({ ...text, ...fields });
  }

  /** Sends a text of the shop, by the API. */
  sends(fields: object, api: Api = this.shop.full): Promise<Answer> {
    return api.post('/messages', { body: 'Your car is ready.', ...fields });
  }

  /** Sends a text of the shop, and returns its message. The test fails if it is refused. */
  async queued(fields: object, api?: Api): Promise<Answer['body']> {
    const { status, body, text } = await this.sends(fields, api);
    if (status !== 201) throw new Error(`POST /messages answered ${status}: ${text}`);
    return body.data;
  }

  async threads(query = ''): Promise<Answer['body'][]> {
    return (await this.shop.read.get(`/conversations?${query}`)).body.data as Answer['body'][];
  }

  /** The thread of a number, as the API answers it. */
  async threadOf(number: string = STRANGER): Promise<Answer['body']> {
    return (await this.threads('limit=100')).find((thread) => thread.contact_number === number);
  }

  /** The messages of a thread, oldest first. */
  async messagesOf(thread: { readonly id: string }): Promise<Answer['body'][]> {
    const { body } = await this.shop.read.get(`/messages?conversation_id=${thread.id}&limit=100`);
    return (body.data as Answer['body'][]).reverse();
  }

  async stateOf(message: { readonly id: string }): Promise<MessageState> {
    const { status, error } = (await this.shop.read.get(`/messages/${message.id}`)).body.data as MessageState;
    return { status, error };
  }

  /** The texts that were handed over to the provider, oldest first. */
  async handedOver(): Promise<SandboxEntry[]> {
    return (await this.service.container.get(SandboxOutbox).newest(this.shop.id, 1000, null)).reverse();
  }
}
