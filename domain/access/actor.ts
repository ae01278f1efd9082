import type { ApiKeyId, StaffUserId } from '../shared/id.js';

/** The key that changed a record, and the staff user it acts for. */
export interface Actor {
  readonly keyId: ApiKeyId;
  readonly userId: StaffUserId | null;
}

/** The actor as the data of an event shows it. */
export function actorDetails({ keyId, userId }: Actor): object {
  return { key_id: keyId, user_id: userId };
}
