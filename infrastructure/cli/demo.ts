import { quoted } from '../../adapters/shell-text.js';
import { DemoFile, type DemoNotes } from '../demo-data/demo-file.js';
import type { LoadedDemo } from '../demo-data/load-demo.js';
import { DEMO_SIZES, LARGE, SMALL, type DemoSize, type DemoSizeName } from '../demo-data/sizes.js';
import { addressesAt, localUrl } from '../server/welcome.js';
import { readConfig, type Config } from '../settings/config.js';
import { command, onTables, preset } from './command.js';
import { asTable, type Outcome } from './outcome.js';

/** A demo that does not answer within this time counts as not running. */
const LONGEST_MS = 5000;

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
  makesDatabase: true,
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
  makesDatabase: true,
  about: 'delete the demo shops with all their data and make them again with new keys; asks for no confirmation',
  input: { size },
  help: '\nOther shops are not touched. If the database has other shops but no demo, the command is refused.',
  async run({ config, dataSource, use }, input) {
    const { resetDemo } = await import('../demo-data/reset-demo.js');
    return outcomeOf(config, await resetDemo(dataSource, use, SIZES[input.size]));
  },
});

const env = command({
  name: 'demo env',
  about: 'print lines that set KEY, API, MCP and SHOP to those of the running demo: eval "$(npx shop-ops demo env)"',
  async run(context) {
    const file = new DemoFile(readConfig(context.env, false).dataDir);
    const notes = file.read();
    if (!notes) throw new Error(`there is no demo in ${file.path}: start it with npm start, or name its folder by DATA_DIR`);
    await requireRunning(notes);
    const { base_url, mcp_url, shop_id, keys } = notes;
    const values = { KEY: keys.full, API: `${base_url}/api/v1`, MCP: mcp_url, SHOP: shop_id };
    const lines = Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}`);
    return { document: values, text: lines.join('\n') };
  },
});

export const demoCommands = [load, reset, env];

/** @throws Error when nothing listens at the demo's address, or when what listens there does not know the demo's key */
async function requireRunning({ base_url, keys }: DemoNotes): Promise<void> {
  const headers = { authorization: `Bearer ${keys.full}` };
  const status = await fetch(`${base_url}/api/v1/me`, { headers, signal: AbortSignal.timeout(LONGEST_MS) }).then(
    (answer) => answer.status,
    () => null,
  );
  if (status === null) throw new Error(`nothing answers at ${base_url}: start the demo with npm start`);
  if (status === 401) throw new Error(`what answers at ${base_url} does not know the demo's key: is it another service?`);
}

async function outcomeOf(config: Config, demo: LoadedDemo): Promise<Outcome> {
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
    await file.write({ ...(file.read() ?? addressesAt(localUrl(config.host, config.port))), shop_id: shopId, keys });
    lines.push('', `The keys are also in ${file.path}`);
  }
  return { document: { ...document, records, records_per_second: perSecond }, text: lines.join('\n') };
}
