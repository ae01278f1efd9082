import { NotFound } from '../../../domain/shared/errors.js';
import type { ApiKeyId } from '../../../domain/shared/id.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { ApiKeys } from './api-keys.js';

/** Revokes a key on every instance within a second. A key that is already revoked is not changed. */
export class RevokeKey {
  constructor(
    private readonly keys: ApiKeys,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound when there is no such key */
  async execute(id: ApiKeyId): Promise<void> {
    if (!(await this.keys.revoke(id, this.clock.now()))) throw new NotFound('key');
  }
}
