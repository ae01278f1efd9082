import { Announcer, type Announced } from '../../application/events/announcer.js';
import type { EventKinds } from '../../application/events/event-kinds.js';
import type { Cause } from '../../application/events/cause.js';
import type { Ids } from '../../application/ports/ids.js';
import type { Traces } from '../../application/ports/traces.js';
import type { Decision, EventKind } from '../../domain/shared/events.js';

/** Gives each announcement the trace in which the event happened, so that what follows the event goes on with it. */
export class TracedAnnouncer extends Announcer {
  constructor(
    ids: Ids,
    private readonly traces: Traces,
  ) {
    super(ids);
  }

  override announce<T, Kind extends EventKind>(
    kinds: EventKinds<T, Kind>,
    before: NoInfer<T> | null,
    decision: Decision<NoInfer<T>, NoInfer<Kind>>,
    cause: Cause,
  ): Announced<T> {
    const announced = super.announce(kinds, before, decision, cause);
    const trace = this.traces.open()?.headers()['traceparent'];
    if (trace === undefined) return announced;
    return { ...announced, announcements: announced.announcements.map((announcement) => ({ ...announcement, trace })) };
  }
}
