import {
  PauseOutgoing,
  ResumeOutgoing,
  type EndedPauses,
  type WantedEnd,
} from '../../application/areas/outgoing/switch-outgoing.js';
import type { Pause, Way } from '../../domain/outgoing/pause.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { TestService } from './service.js';

/** Pauses ways of a service, as the operator does. @param shop null: of all shops */
export function pauseOutgoing(
  { container }: TestService,
  ways: readonly Way[] = [],
  shop: ShopId | null = null,
): Promise<readonly Pause[]> {
  return container.get(PauseOutgoing).execute({ ways, shop, cause: 'operator', reason: 'a drill' });
}

/** Ends all pauses of a service, or those that are given. */
export function resumeOutgoing({ container }: TestService, given: Partial<WantedEnd> = {}): Promise<EndedPauses> {
  const wanted: WantedEnd = {
    ways: [],
    shop: null,
    isWaking: false,
    dropOlderThanMs: null,
    dropReason: 'paused',
    confirmed: false,
  };
  return container.get(ResumeOutgoing).execute({ ...wanted, ...given });
}
