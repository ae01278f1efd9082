import { expect, jest, test } from '@jest/globals';
import { run } from '../../support/command-line.js';
import { shopCommands } from '../../support/shop-commands.js';

// The command runs in a process of its own, which takes long on a busy machine.
jest.setTimeout(120_000);

const { database, dataDir, shop } = shopCommands();

const RULE = { name: 'Text back', on: { after: 'call.missed', minutes: 2 }, do: [{ step: 'send_text', body: 'Hi {{from}}' }] };

test('a rule is read from standard input when no file is named', async () => {
  const shell = `printf '%s' '${JSON.stringify(RULE)}' | "$0" bin/shop-ops.mjs automation create --shop ${shop()} --json`;
  const settings = { DATABASE_URL: database().url, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: dataDir() };
  expect((await run('sh', ['-c', shell, process.execPath], settings)).document).toMatchObject(RULE);
});
