import { CALL_STATUSES, type CallStatus, type ShownCall } from '../../../domain/calls/call.js';
import { defined } from '../../../domain/shared/defined.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { DIRECTIONS, type Direction } from '../../../domain/texting/message.js';
import { DateTime, OneOf } from '../../kernel/fields/fields.js';
import { IdFilter, Offset, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { CallView } from './call.view.js';
import { Calls } from './calls.js';

class ListCallsInput {
  @OneOf(DIRECTIONS, { optional: true, description: 'Left out: both.' }) direction?: Direction;
  @OneOf(CALL_STATUSES, { optional: true, description: 'Left out: any.' }) status?: CallStatus;
  @IdFilter({ listedBy: 'customers.list' }) customer_id?: CustomerId;
  @DateTime({ optional: true, description: 'Started then or later.' }) since?: Instant;
  @DateTime({ optional: true, description: 'Started before.' }) until?: Instant;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListCalls implements UseCase<ListCallsInput, OffsetSlice<ShownCall>> {
  constructor(private readonly calls: Calls) {}

  async execute({ shop }: Caller, input: ListCallsInput): Promise<OffsetSlice<ShownCall>> {
    const { direction, status, customer_id: customerId, since, until, limit = 25, offset = 0 } = input;
    return this.calls.list(shop.id, defined({ direction, status, customerId, since, until }), limit, offset);
  }
}

export const listCalls = operation(ListCalls, {
  name: 'calls.list',
  summary: 'List calls',
  description:
    'Lists the phone log, newest first; the `conversation` of a call is its thread. Nobody is ' +
    'contacted. A repetition reads anew. Refuses an id that is not a UUID; an unknown one matches nothing.',
  scope: 'read',
  route: get('/calls'),
  capability: { permission: 'inbox.access', budget: 'read' },
  input: ListCallsInput,
  output: offsetPageOf(CallView),
  needs: [Calls],
});
