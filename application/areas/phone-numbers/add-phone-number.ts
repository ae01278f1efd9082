import { addLine, type AddedLine, type PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import { Conflict, NotFound } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { NO_CAUSE, type Cause } from '../../kernel/events/cause.js';
import { parseInput } from '../../kernel/fields/field.js';
import { Flag, Phone, Text } from '../../kernel/fields/fields.js';
import type { Clock, Ids, UnitOfWork } from '../../kernel/ports/ports.js';
import type { Shops } from '../access/shops.js';
import type { ChangedLines } from './changed-lines.js';
import type { PhoneNumbers } from './phone-numbers.js';

export class NewPhoneNumber {
  @Phone({ max: 40, description: 'In any notation of the shop’s country.', example: '+16135550190' }) number!: E164;
  @Text({ max: 120, optional: true, description: 'Says what the line is for.', example: 'Front desk' }) label?: string;
  @Flag({
    optional: true,
    description:
      'True: customers see this line, and automations use it, instead of the present primary line. The first line always is.',
  })
  is_primary?: boolean;
  @Flag({ optional: true, default: true, description: 'True if the line can send at all.' }) is_sending?: boolean;
}

export interface PhoneNumberGiven {
  readonly number: string;
  readonly label?: string | undefined;
  readonly primary: boolean;
  readonly sending: boolean;
}

const BY_OPERATOR: Cause = { ...NO_CAUSE, operation: 'phone_numbers.add' };

/** Adds a phone line to a shop. */
export class AddPhoneNumber {
  constructor(
    private readonly shops: Shops,
    private readonly phoneNumbers: PhoneNumbers,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly unit: UnitOfWork,
    private readonly lines: ChangedLines,
  ) {}

  /** Adds the line that an operator typed. @throws NotFound, ValidationError, and as `add` */
  async execute(shopId: ShopId, { primary, sending, ...given }: PhoneNumberGiven): Promise<AddedLine> {
    const shop = await this.shops.find(shopId);
    if (!shop) throw new NotFound('shop');
    const { country, currency } = shop;
    const typed = { ...given, is_primary: primary, is_sending: sending };
    return this.add(shopId, parseInput(NewPhoneNumber, typed, { source: 'json', country, currency }), BY_OPERATOR);
  }

  /** @throws Duplicate for a number that is already live in this shop; Conflict for one that is live in another shop */
  async add(shop: ShopId, input: NewPhoneNumber, cause: Cause): Promise<AddedLine> {
    const { number, label = null, is_primary: isPrimary = false, is_sending: isSending = true } = input;
    const line: PhoneNumber = {
      id: this.ids.next(),
      number,
      label,
      isPrimary,
      isSending,
      sms: true,
      voice: true,
      status: 'active',
      createdAt: this.clock.now(),
    };
    return this.unit.run(async () => {
      const holder = await this.phoneNumbers.reserve(number);
      if (holder !== null && holder !== shop) throw new Conflict(`${number} is already a line of another shop`);
      return this.lines.change(shop, cause, (live) => addLine(live, line));
    });
  }
}
