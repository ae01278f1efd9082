import { DemoFile } from '../demo-data/demo-file.js';
import type { LoadedDemo } from '../demo-data/load-demo.js';
import { DEMO_SIZES, LARGE, SMALL, type DemoSize, type DemoSizeName } from '../demo-data/sizes.js';
import { addressesAt, localUrl } from '../server/welcome.js';
import type { Config } from '../settings/config.js';
import { onTables, preset } from './command.js';
import { asTable, type Outcome } from './outcome.js';

const SIZES: Readonly<Record<DemoSizeName, DemoSize>> = { small: SMALL, large: LARGE };

const size = preset(
  '<size>',
  'large: 200,000 leads, 100,000 conversations and 50,000 tasks in the first shop; takes minutes',
  'small',
  { choices: DEMO_SIZES },
);

const load = onTables({
  name: 'demo load',
  changes: true,
  about: 'make the demo shops with their data and two keys of the first shop; if they exist, nothing changes',
  input: { size },
  async run({ config, dataSource, use }, input) {
    const { loadDemo } = await import('../demo-data/load-demo.js');
    return outcomeOf(config, await loadDemo(dataSource, use, SIZES[input.size]));
  },
});

const reset = onTables({
  name: 'reset',
  changes: true,
  about: 'delete the demo shops with all their data and make them again with new keys; asks for no confirmation',
  input: { size },
  help: '\nOther shops are not touched. If the database has other shops but no demo, the command is refused.',
  async run({ config, dataSource, use }, input) {
    const { resetDemo } = await import('../demo-data/reset-demo.js');
    return outcomeOf(config, await resetDemo(dataSource, use, SIZES[input.size]));
  },
});

export const demoCommands = [load, reset];

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
    asTable(['ID', 'NAME', 'TIMEZONE', 'CURRENCY'], rows),
    '',
    `Full key  ${keys.full}`,
    `Read key  ${keys.read}`,
    '',
    'These keys belong to the first shop. shop-ops key mint makes keys for the other shops.',
  ];
  // With the setting DEMO on, the service reads the demo's file at its start, so the new keys are written to this file.
  if (config.demo) {
    const file = new DemoFile(config.dataDir);
    file.write({ ...(file.read() ?? addressesAt(localUrl(config.host, config.port))), shop_id: shopId, keys });
    lines.push('', `The keys are also in ${file.path}`);
  }
  return { document: { ...document, records, records_per_second: perSecond }, text: lines.join('\n') };
}
