import type { Shop } from '../../../domain/access/shop.js';
import type { Customer } from '../../../domain/customers/customer.js';
import type { Conversation } from '../../../domain/inbox/conversation.js';
import type { ConversationId, CustomerId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { writtenLocally } from '../../../domain/shared/time-zone.js';
import { BLOCK_SOURCES, reasonsAbout } from '../../../domain/texting/may-text.js';
import { DateTime, Flag, OneOf, Text } from '../../kernel/fields/fields.js';
import { Nested, TextList } from '../../kernel/fields/view.js';
import type { Clock } from '../../kernel/ports/ports.js';
import type { Customers } from '../customers/customers.js';
import type { Contacts } from '../inbox/contacts.js';
import type { Conversations } from '../inbox/conversations.js';
import type { ContactConsents } from './contact-consents.js';
import type { TextRecipients } from './text-recipients.js';
import type { Judgement, TextingRules } from './texting-rules.js';

/** One of the three names the contact. */
export interface AskedContact {
  readonly customerId?: CustomerId | undefined;
  readonly conversation?: ConversationId | undefined;
  readonly phone?: E164 | undefined;
}

/** The answer to whether a contact may be texted now, by the rules that a text to the contact would be judged by. */
export interface ContactPermission {
  readonly texting: Judgement;
  readonly marketingConsent: boolean;
  readonly timezone: string;
  readonly now: Instant;
}

interface Found {
  readonly number: E164 | null;
  readonly customer: Customer | null;
  readonly thread: Conversation | null;
}

export class ContactPermissions {
  constructor(
    private readonly recipients: TextRecipients,
    private readonly contacts: Contacts,
    private readonly customers: Customers,
    private readonly conversations: Conversations,
    private readonly consents: ContactConsents,
    private readonly rules: TextingRules,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the shop has no such customer or thread */
  async of(shop: Shop, asked: AskedContact): Promise<ContactPermission> {
    const { number, customer, thread } = await this.find(shop.id, asked);
    const question = { moment: 'acceptance', body: null, phone: number, lastLine: thread?.line ?? null } as const;
    const texting = await this.rules.judge(shop, question);
    const now = this.clock.now();
    return { texting, marketingConsent: await this.consents.isGiven(shop.id, customer), timezone: shop.timezone, now };
  }

  private async find(shop: ShopId, { phone, customerId, conversation }: AskedContact): Promise<Found> {
    if (phone === undefined) return this.recipients.find(shop, { customerId, conversation });
    const [owner, thread] = await Promise.all([this.contacts.ofNumber(shop, phone), this.conversations.ofNumber(shop, phone)]);
    const customer = owner.customerId && (await this.customers.find(shop, owner.customerId));
    return { number: phone, customer, thread };
  }
}

/** The reasons that a contact can be refused for. The other reasons are about a text itself. */
const REASONS = reasonsAbout('contact', 'number');

/** Stands in the place of `opted_out` where it was the staff, and not the contact, who wants no texts. */
const BLOCKED_BY_STAFF = 'blocked_by_staff';

class TextingPermissionView {
  @Flag({ description: 'A text would be accepted now.' }) allowed!: boolean;
  @TextList({ description: `Every rule that refuses: some of ${[BLOCKED_BY_STAFF, ...REASONS].join(', ')}.` })
  reasons!: readonly string[];
  @DateTime({ nullable: true, description: 'Null: the number is not blocked.' }) blocked_since!: string | null;
  @OneOf(BLOCK_SOURCES, { nullable: true, explained: true, description: '`stop`: only the contact can lift it, by START.' })
  blocked_by!: string | null;
  @DateTime({ nullable: true, explained: true, description: 'When the quiet hours end. Other reasons do not end then.' })
  next_permitted_at!: string | null;
  @Text({ nullable: true, description: 'The line that a text would come from. Null: none, or the messaging service chooses.' })
  from_number!: string | null;
}

export class ContactPermissionView {
  @Nested(TextingPermissionView) texting!: TextingPermissionView;
  @Flag({ explained: true, description: 'Governs campaigns, not replies.' })
  marketing_consent!: boolean;
  @Text({ example: 'America/Toronto' }) timezone!: string;
  @DateTime({ description: 'The time at the shop.', example: '2026-03-02T08:00:00-05:00' }) local_time!: string;

  static of({ texting, marketingConsent, timezone, now }: ContactPermission): ContactPermissionView {
    const { decision, block, line } = texting;
    return {
      texting: {
        allowed: decision.allowed,
        reasons: REASONS.filter((reason) => decision.reasons.some((one) => one === reason)).map((reason) =>
          reason === 'opted_out' && block?.source === 'staff' ? BLOCKED_BY_STAFF : reason,
        ),
        blocked_since: block?.since ?? null,
        blocked_by: block?.source ?? null,
        next_permitted_at: decision.nextPermittedAt,
        from_number: line.sender?.kind === 'line' ? line.sender.line.number : null,
      },
      marketing_consent: marketingConsent,
      timezone,
      local_time: writtenLocally(now, timezone),
    };
  }
}
