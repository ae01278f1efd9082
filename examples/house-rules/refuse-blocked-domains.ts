import type { Caller } from 'shop-operations-api/application/kernel/operation/operation.js';
import type { Guard } from 'shop-operations-api/application/kernel/operation/guard.js';
import type { EmailAddress } from 'shop-operations-api/domain/shared/contact.js';
import { ValidationError } from 'shop-operations-api/domain/shared/errors.js';
import type { BlockedDomains } from './blocked-domains.js';

/** The part of an input that the guard looks at. Each operation whose input has it can have the guard. */
interface WithEmail {
  readonly email?: EmailAddress | null;
}

export class RefuseBlockedDomains implements Guard<WithEmail> {
  constructor(private readonly blocked: BlockedDomains) {}

  async check({ shop }: Caller, { email }: WithEmail): Promise<void> {
    const domain = email?.split('@').at(-1)?.toLowerCase();
    if (domain !== undefined && (await this.blocked.has(shop.id, domain)))
      throw new ValidationError('email', `the shop accepts no address at ${domain}`);
  }
}
