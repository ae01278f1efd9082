import { ContainerModule, type Container } from 'inversify';
import { outwardMs } from '../../adapters/call-time.js';
import { within } from '../../adapters/time-limit.js';
import type { Area } from '../../application/kernel/area.js';
import { Reactions, type AnyReaction } from '../../application/kernel/events/reactions.js';
import type { Guard, StandingGuard } from '../../application/kernel/operation/guard.js';
import { withStreams, type Operation, type Port } from '../../application/kernel/operation/operation.js';
import type { Provision } from '../../application/kernel/provide.js';
import { TookTooLong } from '../../domain/shared/errors.js';
import { Assembly } from '../extensions/assembly.js';
import { limited } from '../extensions/limited.js';

type Finish = (made: unknown, port: string) => unknown;

/**
 * Makes a module of Inversify from the declarations of one area, of one storage or of an extension. A port may be named twice.
 * @param finish gives what is bound in the place of what was made
 */
export function moduleOf(provisions: readonly Provision[], finish: Finish = (made) => made): ContainerModule {
  return new ContainerModule(({ bind }) => {
    for (const { port, made, needs } of new Map(provisions.map((one) => [one.port, one])).values()) {
      // The casts are safe: the types of `provide()` ensure that `needs` match the constructor's parameters in order.
      bind(port).toResolvedValue((...given: unknown[]) => finish(new made(...(given as never[])), port.name), [...needs]);
    }
  });
}

/** Loads the module of each area, of each storage and of the extensions. */
export function loadAssembly(container: Container, assembly: Assembly): void {
  const { storages, registry, provides, guards, reactions } = assembly;
  container.bind(Assembly).toConstantValue(assembly);
  container.load(...storages.map((storage) => moduleOf([...storage.provides, ...storage.followers])));
  container.load(...registry.areas.map((area) => moduleOf(provisionsOf(area))));
  // An extension's implementation of a port takes the place of the service's own.
  for (const { port } of provides) if (container.isBound(port)) container.unbind(port);
  // The cast is safe: a class makes objects.
  container.load(moduleOf(provides, (made, port) => limited(port, made as object)));
  for (const { reaction, kind } of reactions) requireBound(container, `the reaction to ${kind}`, reaction.needs);
  for (const { guard, operation } of guards) requireBound(container, `the guard before ${operation.name}`, guard.needs);
  for (const { name, needs } of registry.operations) requireBound(container, `the operation ${name}`, needs);
  container.load(moduleOf([...guards.map(({ guard }) => guard), ...reactions.map(({ reaction }) => reaction)]));
}

function provisionsOf({ operations, shared, commands, eventWorks, works }: Area): Provision[] {
  const useCases = withStreams(operations).map(({ useCase, needs }) => ({ port: useCase, made: useCase, needs }));
  return [...useCases, ...shared, ...commands, ...eventWorks, ...works];
}

/**
 * Checks the ports of an operation, a guard or a reaction.
 * @throws Error which names a port that nothing provides
 */
export function requireBound(container: Container, who: string, needs: readonly Port<unknown>[]): void {
  const missing = needs.find((port) => !container.isBound(port));
  if (missing)
    throw new Error(
      `${who} needs the port ${missing.name}, which nothing provides: its extension must list a storage or a provision`,
    );
}

/** The reactions are made when they are needed, because their ports need the database, which must know them before. */
export function reactionsIn(container: Container, { reactions }: Assembly): Reactions {
  // The cast is safe: a reaction is bound to its own class.
  return new Reactions(reactions, ({ reaction }) => container.get<unknown>(reaction.port) as AnyReaction);
}

/** A guard stands before all operations of a use case: a tool must not get past a rule by another name. */
export function guardsOf(container: Container, { useCase }: Operation): StandingGuard[] {
  const guards = container.get(Assembly).guards.filter(({ operation }) => operation.useCase === useCase);
  // The cast is safe: a guard is bound to its own class.
  return guards.map(({ guard, errors }) => ({ guard: container.get<unknown>(guard.port) as Guard<object>, errors }));
}

/** The milliseconds that all guards of a call may take, if so much is left. The use case needs the rest of the time of a call. */
const GUARDS_MS = 2000;

/** @throws Unavailable when the guards of a call take too long */
export function inTime(work: Promise<void>): Promise<void> {
  return within(outwardMs(GUARDS_MS), work, () => {
    throw new TookTooLong(undefined, undefined, 'the rules before this operation took too long');
  });
}
