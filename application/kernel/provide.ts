import type { Port, PortsOf } from './operation/operation.js';

/**
 * A port, the class that implements it, and the ports that the class's constructor takes. The container is made from provisions.
 */
export interface Provision<T = unknown> {
  readonly port: Port<T>;
  readonly made: new (...needs: never[]) => unknown;
  readonly needs: readonly Port<unknown>[];
}

/**
 * Declares a provision. A class without a port, such as a use case of the operator, is its own port. The code does not compile if
 * an adapter does not fit its port, or if `needs` differs from the constructor's parameters or their order.
 */
export function provide<T, Needs extends readonly unknown[]>(
  port: Port<T>,
  made: new (...needs: Needs) => NoInfer<T>,
  needs: PortsOf<Needs>,
): Provision<T> {
  return { port, made, needs };
}

/** Declares a class that has no port of its own and is found by its own class. */
export function provideItself<T, Needs extends readonly unknown[]>(
  made: new (...needs: Needs) => T,
  needs: PortsOf<Needs>,
): Provision<T> {
  // The cast is safe: a port is only a name in the container, which never calls it.
  return { port: made as unknown as Port<T>, made, needs };
}
