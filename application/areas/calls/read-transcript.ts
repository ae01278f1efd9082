import type { Transcript } from '../../../domain/calls/call.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { CallId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { TranscriptView } from './call.view.js';
import { Calls } from './calls.js';

class ReadTranscriptInput {
  @PathId({ listedBy: 'calls.list' }) id!: CallId;
}

class ReadTranscript implements UseCase<ReadTranscriptInput, Transcript> {
  constructor(private readonly calls: Calls) {}

  async execute({ shop }: Caller, { id }: ReadTranscriptInput): Promise<Transcript> {
    const transcript = await this.calls.transcript(shop.id, id);
    if (!transcript) throw new NotFound('call');
    return transcript;
  }
}

export const readTranscript = operation(ReadTranscript, {
  name: 'calls.transcript',
  summary: 'Read the transcript of a call',
  description:
    'Reads the transcript of one call or voicemail; `transcript` and `source` are null if there is none. Nobody is contacted. ' +
    'A repetition reads anew. Refuses an unknown id.',
  scope: 'read',
  route: get('/calls/:id/transcript'),
  capability: { permission: 'inbox.access', budget: 'read' },
  input: ReadTranscriptInput,
  output: one(TranscriptView),
  needs: [Calls],
  errors: ['not_found'],
});
