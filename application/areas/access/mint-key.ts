import { SCOPES, type ApiKey, type Scope } from '../../../domain/access/api-key.js';
import { LEVELS, sectionsBeyond, type Grants, type Level, type Section } from '../../../domain/access/permission.js';
import { Conflict, Forbidden, Unauthorized } from '../../../domain/shared/errors.js';
import type { PersonId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { closedSchema, readClosed } from '../../kernel/fields/closed-object.js';
import { DateTime, OneOf, Parsed, Uuid } from '../../kernel/fields/fields.js';
import { present } from '../../kernel/fields/presence.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { KeyWithTokenView, type KeyWithToken } from './key.view.js';
import { isLive, KeysOfShop, type KeysNow } from './keys-of-shop.js';
import { KeyRing } from './manage-keys.js';
import { shopName } from './manage-shops.js';

/** Each key has request limits of its own, so a shop cannot go round them by minting ever more keys. */
export const MOST_LIVE_KEYS = 500;

const WantedLevel = OneOf(LEVELS, { change: true });

class GrantsInput implements Record<Section, Level | undefined> {
  @WantedLevel 'inbox.access': Level | undefined;
  @WantedLevel 'shop.manage': Level | undefined;
  @WantedLevel 'marketing.access': Level | undefined;
  @WantedLevel 'jobs.manage': Level | undefined;
  @WantedLevel 'customers.manage': Level | undefined;
  @WantedLevel 'bookings.manage': Level | undefined;
}

const GrantsField = present(
  closedSchema(GrantsInput),
  {
    optional: true,
    description: 'The sections that the key holds, each with its level; none higher than your own. Left out: those of your key.',
    example: { 'inbox.access': 'act' },
  },
  (raw, context) => readClosed(GrantsInput, raw, context),
);

class MintKeyInput {
  @Parsed(shopName, { max: 200, description: 'Says who uses the key.', example: 'website' }) name!: string;
  @OneOf(SCOPES, { description: '`read`: reads. `full`: also writes.', example: 'read' }) scope!: Scope;
  @GrantsField grants?: Grants;
  @Uuid({
    optional: true,
    nullable: true,
    description: 'The person whom your key acts for, by either id, or null: nobody. Left out: as your key.',
  })
  acts_for?: PersonId | null;
  @DateTime({
    optional: true,
    nullable: true,
    description: 'Not later than your key expires; null: never. Left out: when your key expires.',
  })
  expires_at?: Instant | null;
}

class MintKey implements UseCase<MintKeyInput, KeyWithToken> {
  constructor(
    private readonly keys: KeysOfShop,
    private readonly ring: KeyRing,
  ) {}

  execute({ shop, key: own }: Caller, input: MintKeyInput): Promise<KeyWithToken> {
    const { name, scope, grants = own.grants, acts_for: actsFor = own.actsFor, expires_at: expiresAt = own.expiresAt } = input;
    requireHeld(own, grants);
    requireInTime(own, expiresAt);
    return this.keys.change(shop.id, async (keys) => {
      requireRoom(keys);
      requireStillLive(keys, own);
      const { key, token } = await this.ring.mint({ shop: shop.id, name, scope, grants, actsFor, expiresAt });
      requireSelfOrNobody(own, key);
      return { ...key, lastUsedAt: null, actorActive: true, token };
    });
  }
}

function requireHeld({ grants: held }: ApiKey, wanted: Grants): void {
  const [section] = sectionsBeyond(wanted, held);
  if (section === undefined) return;
  throw new Forbidden(`a key that holds ${section} at level ${wanted[section]} can only be minted by one that holds it so, too`);
}

function requireInTime({ expiresAt: end }: ApiKey, wanted: Instant | null): void {
  if (end === null || (wanted !== null && wanted <= end)) return;
  throw new Forbidden(`this key expires ${end}, and a key that it mints must not expire later`);
}

/** @param minted names its person by the user id, whichever id was given */
function requireSelfOrNobody({ actsFor: self }: ApiKey, minted: ApiKey): void {
  if (minted.actsFor === null || minted.actsFor === self) return;
  throw new Forbidden('a key can only be minted to act for the person whom this key acts for, or for nobody');
}

function requireRoom({ all, now }: KeysNow): void {
  if (all.filter((key) => isLive(key, now)).length < MOST_LIVE_KEYS) return;
  throw new Conflict(`the shop has ${MOST_LIVE_KEYS} live keys, and may not have more; revoke one first`);
}

/** This process may not know yet that the caller's key was revoked. So this is checked under the lock: a revoked key mints none. */
function requireStillLive({ all, now }: KeysNow, own: ApiKey): void {
  if (all.some((key) => key.id === own.id && isLive(key, now))) return;
  throw new Unauthorized('the API key is unknown or revoked');
}

export const mintKey = operation(MintKey, {
  name: 'keys.mint',
  summary: 'Mint a key',
  description:
    'Makes an API key of the shop that may do no more than your own key, and answers its text, which is shown only now. Nobody is ' +
    'contacted. A repetition makes another key; with the same `Idempotency-Key` it is refused, because the text is not kept. ' +
    'Refuses rights, persons and times beyond those of your key.',
  scope: 'full',
  capability: { permission: 'shop.manage', budget: 'write', status: 201, tool: false },
  input: MintKeyInput,
  output: one(KeyWithTokenView),
  needs: [KeysOfShop, KeyRing],
  errors: ['conflict'],
  answersOnce: true,
});
