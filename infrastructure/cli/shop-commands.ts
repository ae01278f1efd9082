import type { Command } from 'commander';
import { ChangeShopStanding, CreateShop, type NewShop, type StandingVerb } from '../../application/areas/access/manage-shops.js';
import { Shops } from '../../application/areas/access/shops.js';
import { statusOf } from '../../domain/access/shop.js';
import { shopIdOf } from './named-shop.js';
import { printing, type Outcome } from './outcome.js';
import type { Sessions } from './session.js';
import { addShopSettingsCommands, shownShop } from './shop-settings-commands.js';
import { asList, inColumns } from './table.js';

const STANDING: Readonly<Record<StandingVerb, string>> = {
  suspend: 'suspend a shop: every request of its keys answers 403',
  resume: 'lift a suspension',
  lapse: 'mark the plan of a shop as lapsed: REST requests answer 402',
  renew: 'mark a lapsed plan as active again',
};

export function addShopCommands(program: Command, sessions: Sessions): void {
  const shop = program.command('shop').description('make shops, see them, change their settings, suspend them');
  shop
    .command('create')
    .description('make a shop')
    .requiredOption('--name <name>', 'the name of the shop')
    .option('--timezone <zone>', 'IANA name such as America/Toronto', 'UTC')
    .option('--country <code>', 'ISO 3166-1 alpha-2; a phone number without a country code is read as one of this country', 'CA')
    .option('--currency <code>', 'ISO 4217', 'CAD')
    .action(printing((options: NewShop) => create(sessions, options)));
  shop
    .command('list')
    .description('list all shops, oldest first')
    .action(printing(() => list(sessions)));
  addShopSettingsCommands(shop, sessions);
  for (const [verb, description] of Object.entries(STANDING) as [StandingVerb, string][]) {
    // The cast is safe: the keys of `STANDING` are its verbs, but `Object.entries` types every key as string.
    shop
      .command(verb)
      .description(description)
      .argument('<id>', 'the id of the shop')
      .action(printing((id: string) => changeStanding(sessions, id, verb)));
  }
}

function create(sessions: Sessions, options: NewShop): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const shop = await use(CreateShop).execute(options);
    return {
      document: shownShop(shop),
      text: `${asList(shownShop(shop))}\n\nNext: npx shop-ops key mint --shop ${shop.id} --name NAME --scope full`,
    };
  });
}

function list(sessions: Sessions): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const shops = (await use(Shops).list()).map(shownShop);
    const rows = shops.map(({ id, name, timezone, status }) => [id, name, timezone, status]);
    return {
      document: shops,
      text: shops.length === 0 ? 'There are no shops.' : inColumns([['ID', 'NAME', 'TIMEZONE', 'STATUS'], ...rows]),
    };
  });
}

function changeStanding(sessions: Sessions, id: string, verb: StandingVerb): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const shop = await use(ChangeShopStanding).execute(shopIdOf(id), verb);
    return { document: shownShop(shop), text: `${shop.name} is ${statusOf(shop)} now.` };
  });
}
