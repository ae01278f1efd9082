import type { Command } from 'commander';
import { addressesAt, localUrl } from '../addresses.js';
import type { Config } from '../config.js';
import type { LoadedDemo } from '../demo/load-demo.js';
import { DemoFile } from '../demo-file.js';
import { printing, type Outcome } from './outcome.js';
import type { Sessions } from './session.js';

export function addDemoCommands(program: Command, sessions: Sessions): void {
  const demo = program.command('demo').description('the demo shop');
  demo.command('load').description('make the demo shop with its data and two keys, unless it is there').action(printing(() => load(sessions)));
  program
    .command('reset')
    .description('drop the demo shop with all its data and make it anew, with new keys; asks nothing')
    .addHelpText('after', '\nRefused when the database holds any other shop.')
    .action(printing(() => reset(sessions)));
}

function load(sessions: Sessions): Promise<Outcome> {
  return sessions.withTables(async ({ config, dataSource, container }) => {
    const { loadDemo } = await import('../demo/load-demo.js');
    return told(config, await loadDemo(dataSource, container));
  });
}

function reset(sessions: Sessions): Promise<Outcome> {
  return sessions.withTables(async ({ config, dataSource, container }) => {
    const { resetDemo } = await import('../demo/reset-demo.js');
    return told(config, await resetDemo(dataSource, container));
  });
}

function told(config: Config, { shopId, keys }: LoadedDemo): Outcome {
  const document = { shop_id: shopId, created: keys !== null, keys };
  if (!keys) return { document, text: `The demo shop ${shopId} is there already: nothing was changed.` };
  const lines = [`Made the demo shop ${shopId}.`, '', `Full key  ${keys.full}`, `Read key  ${keys.read}`];
  // Where the service itself would note the demo.
  if (config.demo) {
    const file = new DemoFile(config.dataDir);
    file.write({ ...(file.read() ?? addressesAt(localUrl(config.host, config.port))), shop_id: shopId, keys });
    lines.push('', `They are also in ${file.path}`);
  }
  return { document, text: lines.join('\n') };
}
