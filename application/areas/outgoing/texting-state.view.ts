import { HELD } from '../../../domain/outgoing/pause.js';
import type { TextingState } from '../../../domain/outgoing/texting-state.js';
import { NOBODY } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { DateTime, OneOf, Text } from '../../kernel/fields/fields.js';

export class TextingStateView {
  @OneOf(HELD, {
    nullable: true,
    description: 'Why texts wait: `paused` by the operator, or `account_refused` by the provider; null: they are sent.',
  })
  held!: string | null;
  @Text({
    nullable: true,
    description: 'The provider’s code and a sentence. Null: it refuses nothing, or the operator has paused texts.',
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
    says: 'Texts wait: the operator has paused them, or the provider refuses the whole account. While it does, texts get too late after an hour. Messages that wait have the same `held`.',
    withoutPrevious: true,
  },
  'texting.resumed': {
    causedBy: null,
    says: 'The pause of texts is over, and those that waited leave.',
    withoutPrevious: true,
  },
});
