import { CLUES, type ContactMatch } from '../../../domain/comms/contact-match.js';
import { CONTACT_KINDS } from '../../../domain/comms/contact.js';
import { Decimal, Flag, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { NestedList, TextList } from '../../kernel/fields/view.js';

export class ContactMatchView {
  @OneOf(CONTACT_KINDS) kind!: string;
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
    description: 'A phone alone scores 0.9, an e-mail 0.8, a whole name 0.6, a part of a name 0.3; several score more.',
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

export class ContactMatchesView {
  @NestedList(ContactMatchView, { description: 'Best first.' }) matches!: readonly ContactMatchView[];

  static of(matches: readonly ContactMatch[]): ContactMatchesView {
    return { matches: matches.map((match) => ContactMatchView.of(match)) };
  }
}
