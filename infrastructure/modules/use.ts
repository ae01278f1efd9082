import type { Container } from 'inversify';
import type { Port } from '../../application/kernel/operation/operation.js';

/** Returns what the container has for a port. Code beside the wiring gets this function instead of the container. */
export type Use = <T>(port: Port<T>) => T;

export function useOf(container: Container): Use {
  // The cast is safe: `provide()` lets only a class that fits a port be bound to it.
  return <T>(port: Port<T>) => container.get<unknown>(port) as T;
}
