import type { ApiKeyId, StaffUserId } from '../shared/id.js';

/** Who changed a record: the key, and the staff user it acts for. */
export interface Actor {
  readonly keyId: ApiKeyId;
  readonly userId: StaffUserId | null;
}

/** As an event tells it. */
export function toldOf({ keyId, userId }: Actor): object {
  return { key_id: keyId, user_id: userId };
}
