import { SandboxCallers } from '../../dist/adapters/sms/sandbox/sandbox-callers.js';
import { SandboxRecipients } from '../../dist/adapters/sms/sandbox/sandbox-recipients.js';
import { loadDemo } from '../../dist/infrastructure/demo-data/load-demo.js';
import { useOf } from '../../dist/infrastructure/modules/use.js';
import { openUseCases } from './world.mjs';

const LINES = `select number from phone_numbers where shop_id = $1 and status = 'active' and is_primary`;

/** Loads the demo shops, and plays the provider of the first one: texts and calls come from this process. */
export async function openDemo(url, folder) {
  const { container, dataSource, close } = await openUseCases(url, folder);
  const { shopId: shop, keys } = await loadDemo(dataSource, useOf(container));
  // The days follow each other within minutes, and none of them is a holiday.
  await dataSource.query(`update shop_settings set texts_per_hour = 1000000, closures = '[]' where shop_id = $1`, [shop]);
  const [{ number: to }] = await dataSource.query(LINES, [shop]);
  const call = { recording: null, voicemail: null, transcript: 'Is my car ready?' };
  return {
    shop,
    token: keys.full,
    text: (from, body) => container.get(SandboxRecipients).write({ shop, from, to, body }),
    call: (from, missed) => container.get(SandboxCallers).call({ shop, from, to, missed, seconds: 40, ...call }),
    close,
  };
}
