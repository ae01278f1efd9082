import { Option, type Command } from 'commander';
import { DemoFile } from '../demo-data/demo-file.js';
import type { LoadedDemo } from '../demo-data/load-demo.js';
import { DEMO_SIZES, LARGE, SMALL, type DemoSize, type DemoSizeName } from '../demo-data/sizes.js';
import { addressesAt, localUrl } from '../server/welcome.js';
import type { Config } from '../settings/config.js';
import { printing, type Outcome } from './outcome.js';
import type { Sessions } from './session.js';
import { inColumns } from './table.js';

interface DemoOptions {
  readonly size: DemoSizeName;
}

const SIZES: Readonly<Record<DemoSizeName, DemoSize>> = { small: SMALL, large: LARGE };

export function addDemoCommands(program: Command, sessions: Sessions): void {
  const demo = program.command('demo').description('the demo shops');
  demo
    .command('load')
    .description('make the demo shops with their data and two keys of the first shop; if they exist, nothing changes')
    .addOption(sizeOption())
    .action(printing(({ size }: DemoOptions) => load(sessions, SIZES[size])));
  program
    .command('reset')
    .description('delete the demo shops with all their data and make them again with new keys; asks for no confirmation')
    .addOption(sizeOption())
    .addHelpText('after', '\nOther shops are not touched. If the database has other shops but no demo, the command is refused.')
    .action(printing(({ size }: DemoOptions) => reset(sessions, SIZES[size])));
}

function sizeOption(): Option {
  const description = 'large: 200,000 leads, 100,000 conversations and 50,000 tasks in the first shop; takes minutes';
  return new Option('--size <size>', description).choices(DEMO_SIZES).default('small');
}

function load(sessions: Sessions, size: DemoSize): Promise<Outcome> {
  return sessions.withTables(async ({ config, dataSource, use }) => {
    const { loadDemo } = await import('../demo-data/load-demo.js');
    return outcomeOf(config, await loadDemo(dataSource, use, size));
  });
}

function reset(sessions: Sessions, size: DemoSize): Promise<Outcome> {
  return sessions.withTables(async ({ config, dataSource, use }) => {
    const { resetDemo } = await import('../demo-data/reset-demo.js');
    return outcomeOf(config, await resetDemo(dataSource, use, size));
  });
}

function outcomeOf(config: Config, demo: LoadedDemo): Outcome {
  const { shopId, keys, loaded } = demo;
  const shops = demo.shops.map(({ id, name, timezone, country, currency }) => ({ id, name, timezone, country, currency }));
  const document = { shop_id: shopId, created: keys !== null, keys, shops };
  if (!keys || !loaded) return { document, text: `The demo shop ${shopId} exists already: nothing was changed.` };
  const { records, seconds } = loaded;
  const perSecond = Math.round(records / seconds);
  const rows = shops.map(({ id, name, timezone, currency }) => [id, name, timezone, currency]);
  const lines = [
    `Made ${shops.length} demo shops with ${records} records in ${seconds.toFixed(1)} s (${perSecond} a second).`,
    '',
    inColumns([['ID', 'NAME', 'TIMEZONE', 'CURRENCY'], ...rows]),
    '',
    `Full key  ${keys.full}`,
    `Read key  ${keys.read}`,
    '',
    'These keys belong to the first shop. npx shop-ops key mint makes keys for the other shops.',
  ];
  // With the setting DEMO on, the service reads the demo's file at its start, so the new keys are written to this file.
  if (config.demo) {
    const file = new DemoFile(config.dataDir);
    file.write({ ...(file.read() ?? addressesAt(localUrl(config.host, config.port))), shop_id: shopId, keys });
    lines.push('', `The keys are also in ${file.path}`);
  }
  return { document: { ...document, records, records_per_second: perSecond }, text: lines.join('\n') };
}
