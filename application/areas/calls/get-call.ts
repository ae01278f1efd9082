import type { ShownCall } from '../../../domain/calls/call.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { CallId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { CallView } from './call.view.js';
import { Calls } from './calls.js';

class GetCallInput {
  @PathId({ listedBy: 'calls.list' }) id!: CallId;
}

class GetCall implements UseCase<GetCallInput, ShownCall> {
  constructor(private readonly calls: Calls) {}

  async execute({ shop }: Caller, { id }: GetCallInput): Promise<ShownCall> {
    const call = await this.calls.find(shop.id, id);
    if (!call) throw new NotFound('call');
    return call;
  }
}

export const getCall = operation(GetCall, {
  name: 'calls.get',
  summary: 'Read a call',
  description:
    'Reads one call of the phone log; calls.transcript has its words. Nobody is contacted. A repetition reads anew. Refuses ' +
    'an unknown id.',
  scope: 'read',
  route: get('/calls/:id', { operationId: 'calls.read' }),
  capability: { permission: 'inbox.access', budget: 'read' },
  input: GetCallInput,
  output: one(CallView),
  needs: [Calls],
  errors: ['not_found'],
});
