import type { Feature, SetUpShop, ShopSettings } from '../../../domain/access/shop.js';
import { defined } from '../../../domain/shared/defined.js';
import { Conflict } from '../../../domain/shared/errors.js';
import { propertyOf } from '../../transfer/import-row.js';
import type { Cause } from '../../kernel/events/cause.js';
import { closedSchema, readClosed } from '../../kernel/fields/closed-object.js';
import { Flag, Parsed } from '../../kernel/fields/fields.js';
import { present } from '../../kernel/fields/presence.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { UnitOfWork } from '../../kernel/ports/ports.js';
import { knownTimezone, SetShop, shopName } from './manage-shops.js';
import { ShopSettingsInput } from './shop-settings.js';
import { ShopView } from './shop.view.js';
import { SettingsOfShops } from './shops.js';

class FeaturesInput {
  @Flag({ change: true }) scheduling?: boolean;
  @Flag({ change: true }) services?: boolean;
  @Flag({ change: true }) reviews?: boolean;
  @Flag({ change: true }) booking?: boolean;
}

const FeaturesField = present(
  closedSchema(FeaturesInput),
  { change: true, description: 'The features to switch on or off. Others stay.', example: { booking: false } },
  (raw, context) => readClosed(FeaturesInput, raw, context),
);

class UpdateShopInput extends ShopSettingsInput {
  @Parsed(shopName, { change: true, max: 200, description: 'Customers read it.', example: 'Northside Auto Care' }) name?: string;
  @Parsed(knownTimezone, {
    change: true,
    max: 100,
    description:
      'The IANA name of the time zone. What has a time keeps its moment; hours, days and closures are read in the new zone.',
    example: 'America/Toronto',
  })
  timezone?: string;
  @FeaturesField features?: Partial<Record<Feature, boolean>>;
}

class UpdateShop implements UseCase<UpdateShopInput, SetUpShop> {
  constructor(
    private readonly shops: SetShop,
    private readonly settings: SettingsOfShops,
    private readonly unit: UnitOfWork,
  ) {}

  execute({ shop }: Caller, { name, timezone, features, ...settings }: UpdateShopInput, cause: Cause): Promise<SetUpShop> {
    const wanted = { shop: defined({ name, timezone, features }), settings: asSettings(settings) };
    return this.unit.run(async () => {
      const { messagingService = null } = wanted.settings;
      if (messagingService !== null) await this.requireOwn(shop.id, messagingService);
      return this.shops.execute(shop.id, wanted, cause);
    });
  }

  /** Through the messaging service of another shop, the texts would come from that shop's numbers. */
  private async requireOwn(shop: Caller['shop']['id'], service: string): Promise<void> {
    await this.unit.alone(`messaging service ${service}`);
    const users = await this.settings.usersOf(service);
    if (users.some((user) => user !== shop)) throw new Conflict('this messaging service is that of another shop');
  }
}

/** The settings under the names of their properties. */
function asSettings(given: ShopSettingsInput): Partial<ShopSettings> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [propertyOf(name), value]));
}

export const updateShop = operation(UpdateShop, {
  name: 'shop.update',
  summary: 'Change the shop and its settings',
  description:
    'Sets the given values of the shop and leaves the others; if one is wrong, none is set. Nobody is contacted. A repetition ' +
    'changes nothing more. Refuses a call without a value and what does not fit the schema.',
  scope: 'full',
  capability: { permission: 'shop.manage', budget: 'write', tool: false },
  input: UpdateShopInput,
  output: one(ShopView),
  needs: [SetShop, SettingsOfShops, UnitOfWork],
  errors: ['conflict'],
  atLeastOne: true,
  repeatable: true,
});
