import { BLOCK_SOURCES } from '../../../domain/texting/may-text.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import type { About } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { DateTime, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import type { NumberOwners } from './opt-outs.js';

/** The `data` of an event about a block. */
export class OptOutView {
  @Text({ description: 'E.164. The block holds for this number, on all lines of the shop.', example: '+16135550142' })
  number!: string;
  @OneOf(BLOCK_SOURCES, {
    description:
      '`stop`: the contact’s own STOP. `staff`: somebody of the shop. `provider`: the provider’s list of opt-outs. `import`: an import.',
  })
  source!: string;
  @DateTime({ description: 'The time from which the number has been blocked.' }) since!: string;
  @Uuid({ nullable: true, description: 'The newest text thread with the number.' }) conversation!: string | null;
  @Uuid({ nullable: true, description: 'The customer with this phone. Null for a stranger.' }) customer!: string | null;

  static of({ number, source, since, conversation, customer }: OptOut & NumberOwners): OptOutView {
    return { number, source, since, conversation, customer };
  }
}

/** A blocked number in the list of all. */
export class BlockedNumberView {
  @Text({ nullable: true, description: 'E.164. Null: that of a person whose data were erased.', example: '+16135550142' })
  number!: string | null;
  @OneOf(BLOCK_SOURCES, { example: 'stop' }) source!: string;
  @DateTime({ description: 'The time from which the number has been blocked.' }) since!: string;
  @Text({ nullable: true, description: 'The line to which a STOP was sent. E.164.', example: '+16135550100' }) line!:
    string | null;
  @Text({ nullable: true, description: 'Why the staff has blocked it.' }) note!: string | null;

  static of({ number, source, since, line, note }: OptOut): BlockedNumberView {
    return { number: isDigest(number) ? null : number, source, since, line, note };
  }
}

/** The row of an erased person has a digest in the place of the number. */
function isDigest(number: string): boolean {
  return !number.startsWith('+');
}

const aboutNumber: About = ({ customer, conversation, number }) => [
  ['customer', customer],
  ['conversation', conversation],
  ['number', number],
];

export const optOutEvents = eventKinds(OptOutView, aboutNumber, {
  'customer.texting_blocked': {
    says: 'A number may not be texted any more, or is blocked by another source now.',
    withoutPrevious: true,
  },
  'customer.texting_unblocked': { says: 'A number may be texted again.', withoutPrevious: true },
});
