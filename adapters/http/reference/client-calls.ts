import { fieldsOf, type FieldsClass } from '../../../application/kernel/fields/field.js';
import type { Operation } from '../../../application/kernel/operation/operation.js';
import type { OperationEndpoint } from '../endpoint.js';

/** How `shop-operations-client` calls an operation. */
export interface ClientCall {
  /** the method after `shop.`: `phoneNumbers.list` */
  readonly method: string;
  /** the client's names of fields that have another name in the API: `{ staff_id: 'assigned_to' }` */
  readonly names: Readonly<Record<string, string>>;
  readonly answers: 'one' | 'list' | 'nothing' | 'lines' | 'file';
}

/**
 * Returns the name of an operation, as readers of the document and users of the client know it. An operation that is at two endpoints
 * has its name on REST. A capability whose name another operation has on REST has its name of the document, `capability.…`.
 * @param endpoint the endpoint on REST, if there is one
 * @param onRest the names in the document of all endpoints on REST
 */
export function shownName({ operation, surface, operationId }: OperationEndpoint, onRest: ReadonlySet<string>): string {
  return surface === 'rest' || onRest.has(operation.name) ? operationId : operation.name;
}

/** Returns the client's call of the operation that has this name there. `npm run client` makes the client by it, too. */
export function clientCall(name: string, { operation, status }: OperationEndpoint): ClientCall {
  return {
    method: name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    names: namesOf(operation),
    answers: status === 204 ? 'nothing' : ANSWERS[operation.output.shape],
  };
}

const ANSWERS = {
  one: 'one',
  'cursor-page': 'list',
  'offset-page': 'list',
  list: 'list',
  items: 'list',
  file: 'file',
  stream: 'lines',
} as const satisfies Record<Operation['output']['shape'], ClientCall['answers']>;

function namesOf({ input, output }: Operation): Record<string, string> {
  const [given, told] = [namesIn(input), namesIn(output.view)];
  return {
    ...(given.has('conversation') && { conversation: 'conversation_id' }),
    // The call assigns the record to this person, who is `assigned_to` in the answer. In other calls, `staff_id` only selects records.
    ...(given.has('staff_id') && told.has('assigned_to') && { staff_id: 'assigned_to' }),
  };
}

function namesIn(fields: FieldsClass): ReadonlySet<string> {
  return new Set(fieldsOf(fields).map(({ name }) => name));
}
