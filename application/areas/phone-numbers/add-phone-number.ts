import { addLine, type AddedLine, type PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import { Conflict, NotFound } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { parseInput } from '../../kernel/fields/field.js';
import { Phone, Text } from '../../kernel/fields/fields.js';
import type { Clock, Ids, UnitOfWork } from '../../kernel/ports/ports.js';
import type { Shops } from '../access/shops.js';
import type { ChangedLines } from './changed-lines.js';
import type { PhoneNumbers } from './phone-numbers.js';

class NewPhoneNumber {
  @Phone({ max: 40 }) number!: E164;
  @Text({ max: 120, optional: true }) label?: string;
}

export interface PhoneNumberGiven {
  readonly number: string;
  readonly label?: string | undefined;
  readonly primary: boolean;
  readonly sending: boolean;
}

/** A use case of the operator: adds a phone line to a shop. */
export class AddPhoneNumber {
  constructor(
    private readonly shops: Shops,
    private readonly phoneNumbers: PhoneNumbers,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly unit: UnitOfWork,
    private readonly lines: ChangedLines,
  ) {}

  /**
   * @throws NotFound, ValidationError; Duplicate for a number that is already live in this shop; Conflict for one that is live in
   * another shop
   */
  async execute(shopId: ShopId, { primary, sending, ...given }: PhoneNumberGiven): Promise<AddedLine> {
    const shop = await this.shops.find(shopId);
    if (!shop) throw new NotFound('shop');
    const { number, label = null } = parseInput(NewPhoneNumber, given, {
      source: 'json',
      country: shop.country,
      currency: shop.currency,
    });
    const line: PhoneNumber = {
      id: this.ids.next(),
      number,
      label,
      isPrimary: primary,
      isSending: sending,
      sms: true,
      voice: true,
      status: 'active',
      createdAt: this.clock.now(),
    };
    return this.unit.run(async () => {
      const holder = await this.phoneNumbers.reserve(number);
      if (holder !== null && holder !== shopId) throw new Conflict(`${number} is already a line of another shop`);
      return this.lines.change(shopId, 'phone_numbers.add', (live) => addLine(live, line));
    });
  }
}
