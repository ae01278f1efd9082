import type { CallFilter } from '../../../application/areas/calls/calls.js';
import { CALL_STATUSES, type Call } from '../../../domain/calls/call.js';
import { DIRECTIONS } from '../../../domain/messages/message.js';
import type { Parameter } from '../../storage/statement.js';

/** The calls with one status and one direction. They are a range of an index in list order. */
export type CallRange = Pick<Call, 'status' | 'direction'>;

/** Returns the ranges of a filter by status and direction: all of them if the filter names neither. */
export function rangesOf({ status, direction }: CallFilter): readonly CallRange[] {
  const directions = direction === undefined ? DIRECTIONS : [direction];
  const statuses = status === undefined ? CALL_STATUSES : [status];
  return statuses.flatMap((one) => directions.map((other) => ({ status: one, direction: other })));
}

/** Returns the SQL of the table `r`, which has a row for each range. `IN_RANGE` compares calls with it. */
export function rangesSql(ranges: readonly CallRange[], parameter: Parameter): string {
  const statuses = parameter(ranges.map(({ status }) => status));
  const directions = parameter(ranges.map(({ direction }) => direction));
  return `unnest(${statuses}::text[], ${directions}::text[]) as r (status, direction)`;
}

/** SQL condition: the call `t` is in the range `r`. */
export const IN_RANGE = 't.status = r.status and t.direction = r.direction';
