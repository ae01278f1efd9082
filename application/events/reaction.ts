import type { ShopId } from '../../domain/shared/id.js';
import { Unavailable } from '../../domain/shared/errors.js';
import type { PortsOf } from '../operation/operation.js';
import { provideItself, type Provision } from '../provide.js';
import type { Announced } from './announcer.js';
import type { Cause } from './cause.js';
import type { EventRecords } from './event-records.js';

/** A change of a record that announced an event. */
export interface RecordChange<T> {
  readonly shop: ShopId;
  /** the record before the change; null: the record is new */
  readonly before: T | null;
  readonly record: T;
  /** the cause of the events that the reaction announces: that of the change, with the event itself as its `eventId` */
  readonly cause: Cause;
}

/**
 * Code of a team that runs in the transaction of an event. Either the change and all that the reactions store are stored, or
 * nothing is. A reaction may run again when the database rolls the transaction back, so it must reach nothing outside of the
 * database; `EventWork` does that afterwards.
 */
export interface Reaction<T> {
  /** A reaction does not refuse: any error undoes the change, and the caller gets `internal_error`. A `Guard` refuses. */
  react(change: RecordChange<T>): Promise<void>;
}

/** A reaction with the kind of event that it follows. */
export interface ReactionTo {
  readonly kind: string;
  readonly reaction: Provision;
}

/**
 * Declares a reaction to a kind of event, whichever use case announces it. The code does not compile if there is no such kind, if
 * the reaction takes another record, or if `needs` differs from the constructor's parameters.
 */
export function when<Kind extends keyof EventRecords, Needs extends readonly unknown[]>(
  kind: Kind,
  reaction: new (...needs: Needs) => Reaction<EventRecords[Kind]>,
  needs: PortsOf<Needs>,
): ReactionTo {
  return { kind, reaction: provideItself(reaction, needs) };
}

type Announcing = Pick<Announced<unknown>, 'changes'>;

/** Runs the reactions to the events of a decision. */
export class Reactions {
  private readonly byKind = new Map<string, ReactionTo[]>();

  /** @param instanceOf makes a reaction with its ports; it is called at the reaction's first event */
  constructor(
    declared: readonly ReactionTo[],
    private readonly instanceOf: (declared: ReactionTo) => Reaction<unknown>,
  ) {
    for (const one of declared) this.byKind.set(one.kind, [...(this.byKind.get(one.kind) ?? []), one]);
  }

  /** True when a reaction follows one of the decision's events. */
  follow({ changes }: Announcing): boolean {
    if (this.byKind.size === 0) return false;
    return changes.some(({ announcements }) => announcements.some(({ type }) => this.byKind.has(type)));
  }

  /** Runs the reactions one after the other: in the order of the events, and for each event in the order of the list. */
  async run(shop: ShopId, { changes }: Announcing): Promise<void> {
    for (const { before, record, cause, announcements } of changes) {
      for (const { id, type } of announcements) {
        const change = { shop, before, record, cause: { ...cause, eventId: id } };
        for (const declared of this.byKind.get(type) ?? []) await this.runOne(declared, change);
      }
    }
  }

  private async runOne(declared: ReactionTo, change: RecordChange<unknown>): Promise<void> {
    try {
      await this.instanceOf(declared).react(change);
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      throw new Error(`the reaction ${declared.reaction.made.name} to ${declared.kind} failed: ${String(error)}`, {
        cause: error,
      });
    }
  }
}

export const NO_REACTIONS = new Reactions([], () => {
  throw new Error('no reaction is declared');
});
