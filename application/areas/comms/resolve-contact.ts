import { rankContacts, type ContactMatch } from '../../../domain/comms/contact-match.js';
import { hasOnlySigns } from '../../../domain/shared/search.js';
import { Text } from '../../kernel/fields/fields.js';
import { EmailFilter, PhoneFilter } from '../../kernel/fields/filter-fields.js';
import type { Caller } from '../../kernel/operation/caller.js';
import { operation, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { ContactMatchesView } from './contact-match.view.js';
import { Contacts } from './contacts.js';

const MOST_MATCHES = 10;

class ResolveContactInput {
  @PhoneFilter({ description: 'The whole number in any spelling. Without a country code it is of the shop’s country.' }) phone?:
    string | null;
  @EmailFilter({ description: 'The whole address.' }) email?: string;
  @Text({ max: 200, optional: true, description: 'Words, or parts of words, in any order.', example: 'whitfield dana' })
  name?: string;
}

class ResolveContact implements UseCase<ResolveContactInput, readonly ContactMatch[]> {
  constructor(private readonly contacts: Contacts) {}

  async execute({ shop }: Caller, { name, ...exact }: ResolveContactInput): Promise<readonly ContactMatch[]> {
    const clues = { ...exact, name: name === undefined || hasOnlySigns(name) ? null : name };
    return rankContacts(await this.contacts.resolve(shop.id, clues), clues).slice(0, MOST_MATCHES);
  }
}

export const resolveContact = operation(ResolveContact, {
  name: 'comms.resolve_contact',
  summary: 'Find out who a contact is',
  description:
    `Finds customers and leads that match any of phone, email and name, best first, at most ${MOST_MATCHES}: give all that you ` +
    'know, because `matched` and `score` tell how sure a match is; the `id` of a customer fits every `customer_id`. Nobody is ' +
    'contacted. A repetition reads anew. Refuses a call without any of the three.',
  scope: 'read',
  capability: { permission: 'inbox.access', budget: 'read' },
  input: ResolveContactInput,
  output: one(ContactMatchesView),
  needs: [Contacts],
  atLeastOne: true,
});
