import type { ShownCall } from '../../../domain/calls/call.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { CallId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { CallView } from './call.view.js';
import { Calls } from './calls.js';

class ReadCallInput {
  @PathId() id!: CallId;
}

class ReadCall implements UseCase<ReadCallInput, ShownCall> {
  constructor(private readonly calls: Calls) {}

  async execute({ shop }: Caller, { id }: ReadCallInput): Promise<ShownCall> {
    const call = await this.calls.find(shop.id, id);
    if (!call) throw new NotFound('call');
    return call;
  }
}

export const readCall = operation(ReadCall, {
  name: 'calls.read',
  summary: 'Read a call',
  description: 'One call of the phone log.',
  scope: 'read',
  route: get('/calls/:id'),
  input: ReadCallInput,
  output: one(CallView),
  needs: [Calls],
  errors: ['not_found'],
});
