import { CLUES, CONTACT_KINDS, rankContacts, type ContactMatch } from '../../../domain/inbox/contact.js';
import { hasOnlySigns } from '../../../domain/shared/search.js';
import { Decimal, Flag, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { EmailFilter, PhoneFilter } from '../../kernel/fields/filter-fields.js';
import { NestedList, TextList } from '../../kernel/fields/view.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Contacts } from './contacts.js';

export class ContactMatchView {
  @OneOf(CONTACT_KINDS, { explained: true, description: '`thread`: a stranger, whose `id` is that of the thread.' })
  kind!: string;
  @Uuid() id!: string;
  @Text({ fromOutside: true, example: 'Dana Whitfield' }) name!: string;
  @Text({ nullable: true, description: 'E.164.', example: '+16135550142' }) phone!: string | null;
  @Text({ nullable: true, fromOutside: true, description: 'In lower case.', example: 'dana@example.com' }) email!: string | null;
  @Uuid({ nullable: true, description: 'The most recently active thread.' }) conversation!: string | null;
  @Flag({ description: 'True if the contact sent STOP or staff blocked texts. Sending is refused then.' })
  texting_blocked!: boolean;
  @TextList({ description: `The matching clues: some of ${CLUES.join(', ')}.` }) matched!: readonly string[];
  @Decimal({
    max: 1,
    description:
      'A phone alone scores 0.9, an e-mail 0.8, a whole name 0.6, whole words of one 0.45, a part 0.3; several score more.',
    example: 0.96,
  })
  score!: number;

  static of({ contact, matched, score }: ContactMatch): ContactMatchView {
    return {
      kind: contact.kind,
      id: contact.id,
      name: contact.name,
      phone: contact.phone,
      email: contact.email,
      conversation: contact.conversation,
      texting_blocked: contact.textingBlocked,
      matched,
      score,
    };
  }
}

interface ContactMatches {
  readonly matches: readonly ContactMatch[];
  /** the number of those after them; more may match if very many do */
  readonly omitted: number;
}

export class ContactMatchesView {
  @NestedList(ContactMatchView, { description: 'Best first.' }) matches!: readonly ContactMatchView[];

  @Int({ min: 0, description: 'How many more match at least: give more clues.', example: 0 }) omitted!: number;

  static of({ matches, omitted }: ContactMatches): ContactMatchesView {
    return { matches: matches.map((match) => ContactMatchView.of(match)), omitted };
  }
}

const MOST_MATCHES = 10;

class ResolveContactInput {
  @PhoneFilter({ description: 'The whole number, in any spelling.' }) phone?: string | null;
  @EmailFilter({ description: 'The whole address.' }) email?: string;
  @Text({ max: 200, optional: true, description: 'Words, or parts of words, in any order.', example: 'whitfield dana' })
  name?: string;
}

class ResolveContact implements UseCase<ResolveContactInput, ContactMatches> {
  constructor(private readonly contacts: Contacts) {}

  async execute({ shop }: Caller, { name, ...exact }: ResolveContactInput): Promise<ContactMatches> {
    const clues = { ...exact, name: name === undefined || hasOnlySigns(name) ? null : name };
    const all = rankContacts(await this.contacts.resolve(shop.id, clues), clues);
    return { matches: all.slice(0, MOST_MATCHES), omitted: Math.max(0, all.length - MOST_MATCHES) };
  }
}

export const resolveContact = operation(ResolveContact, {
  name: 'comms.resolve_contact',
  summary: 'Find out who a contact is',
  description:
    `Finds customers, leads and strangers with a thread by phone, email or name, best first, at most ${MOST_MATCHES}: give all that you ` +
    'know, because `matched` and `score` tell how sure a match is; the `id` of a customer fits `customer_id` in ' +
    'comms.send_text. Nobody is contacted. A repetition reads anew. Refuses a call without any of the three.',
  scope: 'read',
  capability: { permission: 'inbox.access', budget: 'read' },
  input: ResolveContactInput,
  output: one(ContactMatchesView),
  needs: [Contacts],
  atLeastOne: true,
});
