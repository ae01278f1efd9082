import type { Scope } from '../../domain/access/api-key.js';
import type { Section } from '../../domain/access/permission.js';
import type { Feature } from '../../domain/access/shop.js';
import type { ErrorCode } from '../../domain/shared/errors.js';
import type { Cause } from '../events/cause.js';
import type { Caller } from './caller.js';
import { fieldsOf, type Class, type Field } from '../fields/field.js';
import type { Surface } from './steps.js';
import type { Output } from './output.js';

export interface UseCase<Input extends object, Result> {
  /** @param cause goes with every event that the call announces */
  execute(caller: Caller, input: Input, cause: Cause): Promise<Result>;
}

/** A port: an abstract class, which is its own token in the container. */
export type Port<T> = abstract new (...args: never[]) => T;
export type PortsOf<Ports extends readonly unknown[]> = { readonly [Index in keyof Ports]: Port<Ports[Index]> };

/** A REST route below `/api/v1`. Parameters are written `:id`. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly status: 200 | 201 | 204;
  /** Where the created record can be read: the route whose `:id` is the answer's id. */
  readonly location: string | null;
}

/** Also served as `POST /api/v1/<section>/<operation>` and as a tool. */
export interface Capability {
  readonly permission: Section;
  readonly budget: 'read' | 'write';
  readonly feature?: Feature;
  /** of the capability endpoint's success; 200 unless said otherwise */
  readonly status?: 200 | 201;
}

interface Declaration<Ports extends readonly unknown[], Input extends object, Result> {
  /** `<area>.<verb>`; a tool's name, and with `/` for `.` a capability's path */
  readonly name: string;
  /** one line, as a title for people */
  readonly summary: string;
  /** for people and models: what it does, when to use it, what it refuses */
  readonly description: string;
  readonly scope: Scope;
  readonly route?: Route;
  readonly capability?: Capability;
  readonly input: Class<Input>;
  readonly output: Output<Result>;
  /** the use case's constructor parameters, in order */
  readonly needs: PortsOf<Ports>;
  /** codes this operation answers beside those that every operation can */
  readonly errors?: readonly ErrorCode[];
  /** never looks at its body, not even to refuse it */
  readonly ignoresBody?: boolean;
  /** a body of exactly one property (verbs), else 422; 500 where `errors` has `internal_error` */
  readonly exactlyOne?: boolean;
  /** a body of at least one property (PATCH) */
  readonly atLeastOne?: boolean;
  /** repeating the call with the same arguments changes nothing more */
  readonly repeatable?: boolean;
  /** it can take something away that cannot be brought back by another call */
  readonly destructive?: boolean;
}

/** One use case and all its surfaces: REST route, capability endpoint, tool and OpenAPI entry are computed from it. */
export interface Operation extends Omit<Declaration<readonly unknown[], object, unknown>, 'needs'> {
  readonly useCase: new (...ports: never[]) => UseCase<object, unknown>;
  readonly needs: readonly Port<unknown>[];
}

export function operation<Ports extends readonly unknown[], Input extends object, Result>(
  useCase: new (...ports: Ports) => UseCase<Input, Result>,
  declaration: Declaration<Ports, Input, Result>,
): Operation {
  const whole = { ...declaration, useCase };
  // The registry is a list of operations of all types: here, and nowhere else, the types of one are forgotten.
  return whole as unknown as Operation;
}

/** What comes in the body, the query or the arguments: only on REST a path's id does not. */
export function givenFields({ input }: Pick<Operation, 'input'>, surface: Surface): readonly Field[] {
  return surface === 'rest' ? fieldsOf(input).filter(({ place }) => place === 'input') : fieldsOf(input);
}

export function get(path: string): Route {
  return { method: 'GET', path, status: 200, location: null };
}

export function patch(path: string): Route {
  return { method: 'PATCH', path, status: 200, location: null };
}

export function post(path: string, { status = 200, location }: { status?: 200 | 201; location?: string } = {}): Route {
  return { method: 'POST', path, status, location: location ?? null };
}
