import type { Command } from 'commander';
import { SetShop, type SetUpShop } from '../../application/areas/access/manage-shops.js';
import { SettingsOfShops } from '../../application/areas/access/shops.js';
import { statusOf, type Shop } from '../../domain/access/shop.js';
import { readAssignment, type Assignment } from './assignment.js';
import { namedShop, shopIdOf } from './named-shop.js';
import { printing, type Outcome } from './outcome.js';
import type { Sessions } from './session.js';
import { printSettings } from './setting-texts/setting-texts.js';
import { readAssignments } from './shop-assignments.js';
import { asList } from './table.js';

const ABOUT_SETTINGS = `
These keys can be set:
  name, timezone        America/Toronto
  features.<name>       on or off: scheduling, services, reviews, booking
  opening_hours,        "mon-fri 08:00-12:00,13:00-17:00; sat 09:00-13:00", or closed
  texting_hours         a day without hours is closed; 24:00 is the end of a day
  closures              2026-12-25,2026-12-27..2027-01-02, or none
  bays                  "Bay 1,Bay 2", or none
  messaging_service     the id that the provider gave it, or none
  texts_per_hour        the most texts in any 60 minutes, 1 to 1000000
  reply_pointer         the line that ends every scheduled text; at most 160 characters, no link
  reply_to              the address for answers to e-mails, or none
  booking_lead_minutes  a booking begins this long from now at the earliest, 0 to 43200
  booking_step_minutes  from one possible start of a booking to the next, 5 to 1440
  booking_buffer_minutes
                        bay and person stay free this long after the work, 0 to 1440
  booking_horizon_days  a booking begins at most this many calendar days after today, 1 to 730;
                        the last of these days counts to its end
If one value is wrong, none is set. shop show prints each key with its value in this form.`;

/**
 * Adds the commands that show and change a shop's settings.
 * @param shop the command `shop`
 */
export function addShopSettingsCommands(shop: Command, sessions: Sessions): void {
  shop
    .command('show')
    .description('show one shop with its settings')
    .argument('<id>', 'the id of the shop')
    .action(printing((id: string) => show(sessions, id)));
  shop
    .command('set')
    .description('change the name, the settings and the features of a shop')
    .argument('<id>', 'the id of the shop')
    .argument('<key=value...>', 'such as timezone=America/Toronto', readAssignment)
    .addHelpText('after', ABOUT_SETTINGS)
    .action(printing((id: string, assignments: readonly Assignment[]) => set(sessions, id, assignments)));
}

function show(sessions: Sessions, id: string): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const shop = await namedShop(use, id);
    return outcomeOf({ shop, settings: await use(SettingsOfShops).find(shop.id) });
  });
}

function set(sessions: Sessions, id: string, assignments: readonly Assignment[]): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const shop = shopIdOf(id);
    return outcomeOf(await use(SetShop).execute(shop, readAssignments(assignments)));
  });
}

function outcomeOf({ shop, settings }: SetUpShop): Outcome {
  const written = printSettings(settings);
  const features = Object.entries(shop.features).map(([name, on]) => [`features.${name}`, on ? 'on' : 'off'] as const);
  return {
    document: {
      ...shownShop(shop),
      features: shop.features,
      ...written,
      messaging_service: settings.messagingService,
      texts_per_hour: settings.textsPerHour,
      reply_to: settings.replyTo,
      booking_lead_minutes: settings.bookingLeadMinutes,
      booking_step_minutes: settings.bookingStepMinutes,
      booking_buffer_minutes: settings.bookingBufferMinutes,
      booking_horizon_days: settings.bookingHorizonDays,
      created_at: shop.createdAt,
    },
    text: asList({ ...shownShop(shop), ...Object.fromEntries(features), ...written, created_at: shop.createdAt }),
  };
}

export function shownShop(shop: Shop) {
  const { id, name, timezone, country, currency } = shop;
  return { id, name, timezone, country, currency, status: statusOf(shop) };
}
