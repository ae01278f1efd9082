import type { Call } from '../../../domain/calls/call.js';
import { AUDIO_KINDS } from '../../../domain/media/media-file.js';
import type { About } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { OneOf } from '../../kernel/fields/fields.js';
import { CallView } from './call.view.js';

class ReadySound {
  @OneOf(AUDIO_KINDS, { description: 'The sound that can be played now.' }) media!: string;
}

export type CallEvent = 'call.completed' | 'call.missed' | 'call.recording_ready' | 'call.transcribed';

/** The contact is at the other end. The shop's own line is nobody's. */
const aboutCall: About = ({ customer_id: customer, conversation, direction, from, to }) => [
  ['customer', customer],
  ['conversation', conversation],
  ['number', direction === 'inbound' ? from : to],
];

export const callEvents = eventKinds<Call, CallEvent>(CallView, aboutCall, {
  'call.completed': { says: 'A call that was answered has ended.' },
  'call.missed': { says: 'A call to the shop was not answered.' },
  'call.recording_ready': { says: 'A recording or voicemail of a call can be played.', details: ReadySound },
  'call.transcribed': { says: 'The transcript of a call is there.' },
});
