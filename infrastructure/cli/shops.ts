import { ChangeShopStanding, CreateShop, SetShop, type StandingVerb } from '../../application/areas/access/manage-shops.js';
import { SettingsOfShops, Shops } from '../../application/areas/access/shops.js';
import { statusOf, type SetUpShop, type Shop } from '../../domain/access/shop.js';
import { argument, onTables, preset, required, type DeclaredCommand } from './command.js';
import { asList, asTable, type Outcome } from './outcome.js';
import { printSettings, readAssignments } from './setting-texts.js';
import { idOf, namedShop, readAssignment } from './typed.js';

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
  keep_recordings_months, keep_transcripts_months, keep_messages_months
                        recordings and voicemail, transcripts and summaries, and messages with
                        their files are emptied after so many months, 1 to 1200, or none
An empty value means none, where none may be. If one value is wrong, none is set. shop show prints each key with its value in this form.`;

const STANDING: Readonly<Record<StandingVerb, string>> = {
  suspend: 'suspend a shop: every request of its keys answers 403',
  resume: 'lift a suspension',
  lapse: 'mark the plan of a shop as lapsed: REST requests answer 402',
  renew: 'mark a lapsed plan as active again',
};

const id = argument('<id>', 'the id of the shop');

const create = onTables({
  name: 'shop create',
  changes: true,
  makesDatabase: true,
  about: 'make a shop',
  input: {
    name: required('<name>', 'the name of the shop'),
    timezone: preset('<zone>', 'IANA name such as America/Toronto', 'UTC'),
    country: preset('<code>', 'ISO 3166-1 alpha-2; a phone number without a country code is read as one of this country', 'CA'),
    currency: preset('<code>', 'ISO 4217', 'CAD'),
  },
  async run({ use }, input) {
    const shop = shown(await use(CreateShop).execute(input));
    return {
      document: shop,
      text: `${asList(shop)}\n\nNext: shop-ops key mint --shop ${shop.id} --name NAME --scope full`,
    };
  },
});

const list = onTables({
  name: 'shop list',
  about: 'list all shops, oldest first',
  async run({ use }) {
    const shops = (await use(Shops).list()).map(shown);
    const rows = shops.map(({ id, name, timezone, status }) => [id, name, timezone, status]);
    return { document: shops, text: asTable(['ID', 'NAME', 'TIMEZONE', 'STATUS'], rows, 'There are no shops.') };
  },
});

const show = onTables({
  name: 'shop show',
  about: 'show one shop with its settings',
  input: { id },
  async run({ use }, input) {
    const shop = await namedShop(use, input.id);
    return withSettings({ shop, settings: await use(SettingsOfShops).find(shop.id) });
  },
});

const set = onTables({
  name: 'shop set',
  changes: true,
  about: 'change the name, the settings and the features of a shop',
  input: { id, values: argument('<key=value...>', 'such as timezone=America/Toronto', { read: readAssignment }) },
  help: ABOUT_SETTINGS,
  async run({ use }, input) {
    return withSettings(await use(SetShop).execute(idOf<'Shop'>(input.id), readAssignments(input.values)));
  },
});

function standing(verb: StandingVerb): DeclaredCommand {
  return onTables({
    name: `shop ${verb}`,
    changes: true,
    about: STANDING[verb],
    input: { id },
    async run({ use }, input) {
      const shop = await use(ChangeShopStanding).execute(idOf<'Shop'>(input.id), verb);
      return { document: shown(shop), text: `${shop.name} is ${statusOf(shop)} now.` };
    },
  });
}

export const shopCommands = [
  ...[create, list, show, set],
  ...[standing('suspend'), standing('resume'), standing('lapse'), standing('renew')],
];

function shown(shop: Shop) {
  const { id, name, timezone, country, currency } = shop;
  return { id, name, timezone, country, currency, status: statusOf(shop) };
}

function withSettings({ shop, settings }: SetUpShop): Outcome {
  const written = printSettings(settings);
  const features = Object.entries(shop.features).map(([name, on]) => [`features.${name}`, on ? 'on' : 'off'] as const);
  return {
    document: {
      ...shown(shop),
      features: shop.features,
      ...written,
      messaging_service: settings.messagingService,
      texts_per_hour: settings.textsPerHour,
      reply_to: settings.replyTo,
      booking_lead_minutes: settings.bookingLeadMinutes,
      booking_step_minutes: settings.bookingStepMinutes,
      booking_buffer_minutes: settings.bookingBufferMinutes,
      booking_horizon_days: settings.bookingHorizonDays,
      keep_recordings_months: settings.keepRecordingsMonths,
      keep_transcripts_months: settings.keepTranscriptsMonths,
      keep_messages_months: settings.keepMessagesMonths,
      created_at: shop.createdAt,
    },
    text: asList({ ...shown(shop), ...Object.fromEntries(features), ...written, created_at: shop.createdAt }),
  };
}
