import type { TextingState } from '../../../domain/outgoing/texting-state.js';
import { NOBODY } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { DateTime, OneOf, Text } from '../../kernel/fields/fields.js';

export class TextingStateView {
  @OneOf(['account_refused'], { nullable: true, description: 'Why texts wait; null: they are sent.' }) held!: string | null;
  @Text({
    nullable: true,
    description: 'The provider’s code and a sentence.',
    example: '20003: The provider did not accept the account’s credentials.',
  })
  reason!: string | null;
  @DateTime() since!: string;

  static of({ held, reason, since }: TextingState): TextingStateView {
    return { held, reason, since };
  }
}

export const textingEvents = eventKinds(TextingStateView, NOBODY, {
  'texting.paused': {
    causedBy: null,
    says: 'The provider refuses the whole account, so texts wait. They leave when it is accepted again, or are too late after an hour.',
    withoutPrevious: true,
  },
  'texting.resumed': {
    causedBy: null,
    says: 'The provider accepts the account again, and the texts that waited leave.',
    withoutPrevious: true,
  },
});
