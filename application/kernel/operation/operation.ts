import type { Actor, ApiKey, Scope } from '../../../domain/access/api-key.js';
import type { Section } from '../../../domain/access/permission.js';
import type { Feature, Shop } from '../../../domain/access/shop.js';
import type { ErrorCode } from '../../../domain/shared/errors.js';
import type { Cause } from '../events/cause.js';
import { fieldsOf, type Class, type Field } from '../fields/field.js';
import { Flag, Int, Text } from '../fields/fields.js';
import type { Output } from './output.js';
import type { Surface } from './steps.js';

/** The caller: a live key, and the one shop it is bound to. */
export interface Caller {
  readonly key: ApiKey;
  readonly shop: Shop;
}

export function actorOf({ key }: Caller): Actor {
  return { keyId: key.id, userId: key.actsFor };
}

export class CursorMeta {
  @Text({ nullable: true, description: 'The cursor of the next page. Null on the last page.' }) next_cursor!: string | null;
}

export class OffsetMeta {
  @Int({ min: 0, description: 'The exact number of matching records.', example: 1 }) total!: number;
  @Int({ min: 0, description: 'Matching records that are not on this page.' }) omitted!: number;
  @Int({ nullable: true, description: 'The offset of the next page. Null if there is none.' }) next_offset!: number | null;
}

export class ChangesMeta {
  @Text({ description: 'The cursor with which to go on, also later.' }) next_cursor!: string;
  @Flag({ description: 'True if the next page has rows now.' }) more!: boolean;
}

/** Lets an operation wait for something that may take long, such as the next event, before it answers. */
export interface Patience {
  /**
   * Waits for `wait`. Meanwhile the call holds no connection to the database, and does not count as work in progress. The signal is
   * aborted when nobody needs to wait any more: the client has gone, or the service stops.
   * @returns the result of `wait`; null: too many calls wait already, so this one should be answered at once
   * @throws ShopError when the caller has lost the right to call meanwhile, or when the service is too busy to go on
   */
  pause<T>(wait: (signal: AbortSignal) => Promise<T>): Promise<T | null>;
}

/** Waits for nothing. It is the patience of tools, and of requests that ask only for the headers. */
export const NO_PATIENCE: Patience = { pause: () => Promise.resolve(null) };

export interface UseCase<Input extends object, Result> {
  /**
   * @param cause the cause that is stored with every event of the call
   * @param patience for an operation that may wait before it answers
   */
  execute(caller: Caller, input: Input, cause: Cause, patience: Patience): Promise<Result>;
}

/** The class of a port. A port is an abstract class, and the container finds the implementation by this class. */
export type Port<T> = abstract new (...args: never[]) => T;
export type PortsOf<Ports extends readonly unknown[]> = { readonly [Index in keyof Ports]: Port<Ports[Index]> };

/** A REST route below `/api/v1`. Parameters are written `:id`. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly status: 200 | 201 | 204;
  /** the route where a created record can be read, with `:id` for the id in the answer; null: the answer has no `Location` */
  readonly location: string | null;
  /** the `operationId` in the OpenAPI document, if it is not the operation's name: a list is called `<resource>.list` there */
  readonly operationId?: string;
}

/** The rules of an operation that is also served at a capability endpoint, `POST /api/v1/<area>/<verb>`, and as a tool. */
export interface Capability {
  readonly permission: Section;
  readonly budget: 'read' | 'write';
  readonly feature?: Feature;
  /** the HTTP status of a success at the capability endpoint; 200 by default */
  readonly status?: 200 | 201;
  /** false: no model may call it, so it is no tool */
  readonly tool?: false;
}

/** The sentence about the ids that a list takes in JSON. In a query an id that is not a UUID matches nothing. */
export const WRONG_ID = 'Refuses an id that is not a UUID; an unknown one matches nothing.';

interface Declaration<Ports extends readonly unknown[], Input extends object, Result> {
  /** the name `<area>.<verb>`, which the tool has too; the path of the capability endpoint has `/` instead of `.` */
  readonly name: string;
  /** one line, a title for people */
  readonly summary: string;
  /**
   * For people and models. That of a capability has four sentences: what it does, whom it touches, what a repetition does, and
   * what it refuses.
   */
  readonly description: string;
  readonly scope: Scope;
  readonly route?: Route;
  readonly capability?: Capability;
  readonly input: Class<Input>;
  readonly output: Output<Result>;
  /** the ports that the use case's constructor takes, in order */
  readonly needs: PortsOf<Ports>;
  /**
   * The error codes of this operation in addition to those that every operation has. With `internal_error`, what the specification
   * refuses with 500 is 500 here, and otherwise 422.
   */
  readonly errors?: readonly ErrorCode[];
  /** true: the body is never read, so a wrong body is not refused */
  readonly ignoresBody?: boolean;
  /** true: a call must give exactly one field besides the id (verbs); otherwise 422, or 500 if `errors` has `internal_error` */
  readonly exactlyOne?: boolean;
  /** true: a call must give at least one field besides the id (a PATCH, or a search by any of several fields); otherwise 422 */
  readonly atLeastOne?: boolean;
  /** true: the answer is valid for a short time only; it has no `ETag`, and nobody may store it */
  readonly noStore?: boolean;
  /** true: the answer has a secret that is shown only once; an answer that is kept for an idempotency key is encrypted */
  readonly holdsSecret?: boolean;
  /** true: the secret in the answer is never kept, so a repetition with the same idempotency key is refused with 409 */
  readonly answersOnce?: boolean;
  /** true: a call may wait before it is answered, see `Patience` */
  readonly waits?: boolean;
  /** true: a call waits for somebody outside of the service, such as a VIN decoder, before its record is stored */
  readonly callsOutward?: boolean;
  /** the REST operation about the same records that has more fields; a name that only that one has is refused here */
  readonly beside?: Operation;
  /** the operation that answers in its place when a client accepts the media type of that operation's stream */
  readonly stream?: Operation;
  /** true: a second call with the same arguments changes nothing more; it may be refused */
  readonly repeatable?: boolean;
  /** true: the call can overwrite or remove something that its answer does not tell, or that no call can put back */
  readonly destructive?: boolean;
  /** true: a customer receives something because of the call, at once or later */
  readonly reachesCustomer?: boolean;
}

/** One use case and all its surfaces. REST route, capability endpoint, tool and OpenAPI entry are computed from it. */
export interface Operation extends Omit<Declaration<readonly unknown[], object, unknown>, 'needs'> {
  readonly useCase: new (...ports: never[]) => UseCase<object, unknown>;
  readonly needs: readonly Port<unknown>[];
}

/** An operation that still knows the type of its input, for the guards before it. */
export interface OperationOf<Input extends object> extends Operation {
  readonly input: Class<Input>;
}

export function operation<Ports extends readonly unknown[], Input extends object, Result>(
  useCase: new (...ports: Ports) => UseCase<Input, Result>,
  declaration: Declaration<Ports, Input, Result>,
): OperationOf<Input> {
  // The registry is a list of operations of all types, so an operation loses its other types here, and only here.
  return { ...declaration, useCase } as unknown as OperationOf<Input>;
}

/** The operations with those that answer in their places. */
export function withStreams(operations: readonly Operation[]): Operation[] {
  return operations.flatMap((one) => (one.stream ? [one, one.stream] : [one]));
}

/** True for an operation that models can call. */
export function isTool({ capability }: Pick<Operation, 'capability'>): boolean {
  return capability !== undefined && capability.tool !== false;
}

/** The fields that a call can give in its body, query or arguments. On REST these do not include the ids in the path. */
export function givenFields({ input }: Pick<Operation, 'input'>, surface: Surface): readonly Field[] {
  const places = surface === 'rest' ? ['input', 'rest'] : ['input', 'path'];
  const given = fieldsOf(input).filter(({ place }) => places.includes(place));
  return surface === 'rest' ? given.map((one) => (one.optionalOnRest ? { ...one, required: false } : one)) : given;
}

export function get(path: string, released: Pick<Route, 'operationId'> = {}): Route {
  return { method: 'GET', path, status: 200, location: null, ...released };
}

export function patch(path: string): Route {
  return { method: 'PATCH', path, status: 200, location: null };
}

export function post(path: string, { status = 200, location }: { status?: 200 | 201; location?: string } = {}): Route {
  return { method: 'POST', path, status, location: location ?? null };
}

/** The route of an operation that makes a record, or changes the one that is there: 201 or 200. */
export function put(path: string, { location }: { location: string }): Route {
  return { method: 'PUT', path, status: 201, location };
}

/** The route of an operation that removes a record. Its answer has no body. */
export function remove(path: string): Route {
  return { method: 'DELETE', path, status: 204, location: null };
}
