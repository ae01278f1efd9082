import type { ConversationId, CustomerId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { Phone, Uuid } from '../../kernel/fields/fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { ContactPermissions, ContactPermissionView, type ContactPermission } from './contact-permissions.js';

class CanContactInput {
  @Uuid({ optional: true, listedBy: 'customers.list', description: 'Asks about the phone on file.' })
  customer_id?: CustomerId;
  @Uuid({ optional: true, listedBy: 'comms.list_conversations', description: 'Asks about its contact.' })
  conversation?: ConversationId;
  @Phone({ max: 40, optional: true, description: 'Any number, also a stranger’s.', example: '613 555 0142' }) phone?: E164;
}

class CanContact implements UseCase<CanContactInput, ContactPermission> {
  constructor(private readonly permissions: ContactPermissions) {}

  execute({ shop }: Caller, { customer_id: customerId, conversation, phone }: CanContactInput): Promise<ContactPermission> {
    return this.permissions.of(shop, { customerId, conversation, phone });
  }
}

export const canContact = operation(CanContact, {
  name: 'comms.can_contact',
  summary: 'Tell if a contact may be texted now',
  description:
    'Tells whether a text to a contact would be accepted now, and every rule that refuses it: opt-out, quiet hours, no line; ' +
    'ask before you text. Nobody is contacted. A repetition reads anew. Refuses a call without exactly one of its fields, ' +
    'and an unknown customer or thread.',
  scope: 'read',
  capability: { permission: 'inbox.access', budget: 'read' },
  input: CanContactInput,
  output: one(ContactPermissionView),
  needs: [ContactPermissions],
  errors: ['not_found'],
  exactlyOne: true,
});
