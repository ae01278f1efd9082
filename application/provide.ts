import type { Port, PortsOf } from './operation/operation.js';

/** A port, the class that stands behind it, and what the class's constructor takes. The container is filled from these. */
export interface Provision<T = unknown> {
  readonly port: Port<T>;
  readonly made: new (...needs: never[]) => unknown;
  readonly needs: readonly Port<unknown>[];
}

/**
 * A class that is no port's adapter, such as an operator's use case, provides itself. An adapter that does not fit its port, and
 * needs that are not the constructor's parameters in their order, do not compile.
 */
export function provide<T, Needs extends readonly unknown[]>(
  port: Port<T>,
  made: new (...needs: Needs) => NoInfer<T>,
  needs: PortsOf<Needs>,
): Provision<T> {
  return { port, made, needs };
}
