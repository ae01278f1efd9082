import { NotFound, ValidationError } from '../../../domain/shared/errors.js';
import type { CustomerId, ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Cause } from '../../kernel/events/cause.js';
import { Flag, Phone, Text, Uuid } from '../../kernel/fields/fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Customers } from '../customers/customers.js';
import { ContactPermissions, ContactPermissionView, type ContactPermission } from './contact-permissions.js';
import { TextingBlocks } from './texting-blocks.js';

class SetTextingBlockInput {
  @Uuid({ optional: true, listedBy: 'customers.list', description: 'This or `phone`: the phone on file is meant.' })
  customer_id?: CustomerId;
  @Phone({ max: 40, optional: true, description: 'Any number.', example: '613 555 0142' }) phone?: E164;
  @Flag({ description: 'True: nobody texts this number. False: lifts the block.' }) blocked!: boolean;
  @Text({ max: 500, lines: true, optional: true, description: 'Why it is blocked. For the shop’s staff only.' }) note?: string;
}

class SetTextingBlock implements UseCase<SetTextingBlockInput, ContactPermission> {
  constructor(
    private readonly customers: Customers,
    private readonly blocks: TextingBlocks,
    private readonly permissions: ContactPermissions,
  ) {}

  async execute({ shop }: Caller, input: SetTextingBlockInput, cause: Cause): Promise<ContactPermission> {
    const { customer_id: customerId, phone: given, blocked, note = null } = input;
    if ((customerId === undefined) === (given === undefined))
      throw new ValidationError('customer_id', 'give a customer_id or a phone, and not both');
    const number = given ?? (await this.phoneOf(shop.id, customerId));
    if (blocked) await this.blocks.block(shop.id, { number, source: 'staff', note }, cause);
    else await this.blocks.lift(shop.id, number, 'staff', cause);
    return this.permissions.of(shop, customerId === undefined ? { phone: number } : { customerId });
  }

  private async phoneOf(shop: ShopId, id: CustomerId | undefined): Promise<E164> {
    const customer = id === undefined ? null : await this.customers.find(shop, id);
    if (!customer) throw new NotFound('customer');
    if (customer.phone === null) throw new ValidationError('customer_id', 'this customer has no phone');
    return customer.phone;
  }
}

export const setTextingBlock = operation(SetTextingBlock, {
  name: 'comms.set_texting_block',
  summary: 'Block texts to a contact, or lift the block',
  description:
    'Blocks texts to a number on all lines of the shop, or lifts the block; START does not lift one that is set here. The ' +
    'contact is not told, and gets no texts while blocked. A repetition changes nothing. Refuses to lift a block that the ' +
    'contact set by STOP: only the contact can.',
  scope: 'full',
  capability: { permission: 'inbox.access', budget: 'write' },
  input: SetTextingBlockInput,
  output: one(ContactPermissionView),
  needs: [Customers, TextingBlocks, ContactPermissions],
  errors: ['not_found', 'conflict'],
  repeatable: true,
});
