import { Unavailable } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { frozen } from '../frozen.js';
import type { Provision } from '../provide.js';
import type { Announced, AnnouncedChange } from './announcer.js';

/** A reaction with the kind of event that it follows. */
export interface ReactionTo {
  readonly kind: string;
  readonly reaction: Provision;
}

/** The change of any record. `RecordChange` is the one of a record whose type a reaction knows. */
interface AnyChange extends Omit<AnnouncedChange, 'announcements'> {
  readonly shop: ShopId;
}

/** A `Reaction` to any kind of event. */
export interface AnyReaction {
  react(change: AnyChange): Promise<void>;
}

type Announcing = Pick<Announced<unknown>, 'changes'>;

/** Runs the reactions to the events of a decision. */
export class Reactions {
  private readonly byKind = new Map<string, ReactionTo[]>();

  /** @param instanceOf makes a reaction with its ports; it is called at the reaction's first event */
  constructor(
    declared: readonly ReactionTo[],
    private readonly instanceOf: (declared: ReactionTo) => AnyReaction,
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
        const change = frozen({ shop, before, record, cause: { ...cause, eventId: id } });
        for (const declared of this.byKind.get(type) ?? []) await this.runOne(declared, change);
      }
    }
  }

  private async runOne(declared: ReactionTo, change: AnyChange): Promise<void> {
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
