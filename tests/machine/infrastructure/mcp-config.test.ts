import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse as parseToml } from 'smol-toml';
import type { McpClient } from '../../../adapters/http/connect/clients.js';
import { command, expectRefusal, run, type Ran } from '../../support/command-line.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let dataDir = '';

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  dataDir = await mkdtemp(join(tmpdir(), 'mcp-config-'));
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function mcpConfig(settings: Readonly<Record<string, string>>, ...args: string[]): Promise<Ran> {
  return command({ DATA_DIR: dataDir, ...settings }, 'mcp', 'config', ...args);
}

/** The address and the Authorization header that a client sends, as the test reads them from its lines. */
type Reading = (texts: readonly string[]) => readonly [address: string, authorization: string];

const KEY = /sk_shop_\w+/;

function keyIn(text = ''): string {
  return KEY.exec(text)?.[0] ?? 'no key';
}

/** Reads a JSON file with one server, whose header refers to the key that the second text has. */
function inJson(servers: string, address: string, reference: string): Reading {
  return ([file = '', key]) => {
    const { [servers]: all } = JSON.parse(file) as Record<string, Record<string, Record<string, never>>>;
    const { [address]: url = '', headers } = all?.['shop-ops'] ?? {};
    return [url, String((headers as { Authorization?: string } | undefined)?.Authorization).replace(reference, () => keyIn(key))];
  };
}

const shellWords: Reading = ([line = '']) => {
  const [, url = '', header = ''] = /'(http[^']*)'.*?'Authorization: ([^']*)'/.exec(line) ?? [];
  return [url, header];
};

const READINGS: Readonly<Record<string, Reading>> = {
  'claude-code': shellWords,
  'claude-desktop': ([file = '']) => {
    const { mcpServers } = JSON.parse(file) as { mcpServers: Record<string, { args: string[]; env: { AUTH_HEADER: string } }> };
    const { args = [], env } = mcpServers['shop-ops'] ?? {};
    expect(args).toEqual(['-y', 'mcp-remote', args[2], '--header', 'Authorization:${AUTH_HEADER}']);
    return [args[2] ?? '', env?.AUTH_HEADER ?? ''];
  },
  'mcp-remote': shellWords,
  cursor: inJson('mcpServers', 'url', '${env:SHOP_OPS_KEY}'),
  vscode: inJson('servers', 'url', '${input:shop-ops-key}'),
  codex: ([file = '', key]) => {
    const { mcp_servers } = parseToml(file) as { mcp_servers: Record<string, Record<string, string>> };
    expect(Object.keys(mcp_servers)).toEqual(['shop-ops']);
    expect(key).toContain(`export ${mcp_servers['shop-ops']?.['bearer_token_env_var']}='`);
    return [mcp_servers['shop-ops']?.['url'] ?? '', `Bearer ${keyIn(key)}`];
  },
  'gemini-cli': inJson('mcpServers', 'httpUrl', '$SHOP_OPS_KEY'),
  windsurf: inJson('mcpServers', 'serverUrl', '${env:SHOP_OPS_KEY}'),
  openai: ([part = '']) => {
    const [tool] = (JSON.parse(part) as { tools: Record<string, string>[] }).tools;
    return [tool?.['server_url'] ?? '', `Bearer ${tool?.['authorization']}`];
  },
  anthropic: ([part = '']) => {
    const { mcp_servers, tools } = JSON.parse(part) as Record<'mcp_servers' | 'tools', Record<string, string>[]>;
    expect(tools[0]?.['mcp_server_name']).toBe(mcp_servers[0]?.['name']);
    return [mcp_servers[0]?.['url'] ?? '', `Bearer ${mcp_servers[0]?.['authorization_token']}`];
  },
  curl: shellWords,
};

async function toolsAt(address: string, authorization: string): Promise<string[]> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const answer = (await (await fetch(address, { method: 'POST', headers: { authorization }, body })).json()) as {
    result: { tools: { name: string }[] };
  };
  return answer.result.tools.map(({ name }) => name);
}

describe('the command mcp config', () => {
  test('prints for every client the address and the key with which it reaches the tools', async () => {
    const given = ['--url', `${service.url}/?sections=tasks&readonly=1`, '--key', shop.full.token ?? ''];
    const { exitCode, stderr, document } = await mcpConfig({}, ...given, '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const clients = document.clients as McpClient[];
    expect(clients.map(({ name }) => name)).toEqual(Object.keys(READINGS));
    for (const { name, lines } of clients) {
      const [address, authorization] = READINGS[name]?.(lines.map(({ text }) => text)) ?? ['', ''];
      expect([name, authorization]).toEqual([name, `Bearer ${shop.full.token}`]);
      const listed = name === 'curl' ? ['tasks.assignees', 'tasks.list'] : ['tasks_assignees', 'tasks_list'];
      expect([name, await toolsAt(address, authorization)]).toEqual([name, listed]);
    }
  });

  test('prints lines for a shell that work when they are pasted', async () => {
    const given = ['--client', 'curl', '--url', `${service.url}/api/mcp`, '--key', shop.read.token ?? '', '--json'];
    const [{ lines }] = (await mcpConfig({}, ...given)).document.clients as [McpClient];
    for (const { text } of lines) expect((await run('sh', ['-c', text], {})).document).toHaveProperty('result');
  });

  test('fills in the demo’s address and full key, and opens no database', async () => {
    const file = join(dataDir, 'demo.json');
    const keys = { full: shop.full.token, read: shop.read.token };
    await writeFile(file, JSON.stringify({ mcp_url: 'http://demo.test/api/mcp', shop_id: shop.id, keys }));
    const { stdout } = await mcpConfig({ PORT: '1' }, '--client', 'claude-code');
    expect(stdout).toContain(
      "claude mcp add --transport http shop-ops 'http://demo.test/api/mcp?names=underscore' " +
        `--header 'Authorization: Bearer ${shop.full.token}'\n`,
    );
    // The file is left over from the embedded database.
    const database = { DATABASE_URL: 'postgres://127.0.0.1:1/nothing', SIGNING_KEYS: 'a-signing-key-of-the-tests' };
    const elsewhere = { ...database, PUBLIC_URL: 'https://shop.test/app/' };
    const other = await mcpConfig(elsewhere, '--json');
    expect(other.document).toMatchObject({ url: 'https://shop.test/app/api/mcp', key: null });
    expect(other.stdout).toContain('Bearer YOUR_API_KEY');
    expect(other.stdout).not.toContain('sk_shop_');
    await rm(file);
  });

  test('fills in the demo’s key only for the address of the demo, which has several names', async () => {
    const file = join(dataDir, 'demo.json');
    const keys = { full: shop.full.token, read: shop.read.token };
    await writeFile(file, JSON.stringify({ mcp_url: 'http://127.0.0.1:3000/api/mcp', shop_id: shop.id, keys }));
    const keyAt = async (...args: string[]): Promise<unknown> => (await mcpConfig({}, '--json', ...args)).document.key;
    for (const own of ['127.0.0.1', 'LOCALHOST', '[::1]', '127.1']) {
      expect([own, await keyAt('--url', `http://${own}:3000?readonly=1`)]).toEqual([own, shop.full.token]);
    }
    for (const other of ['other.example', '127.0.0.1', '127.0.0.1.other.example:3000', 'localhost.example:3000']) {
      expect([other, await keyAt('--url', `http://${other}`)]).toEqual([other, null]);
    }
    expect(await keyAt('--url', 'https://other.example', '--key', shop.read.token ?? '')).toBe(shop.read.token);
    expect((await mcpConfig({}, '--url', 'https://other.example')).stdout).not.toContain('sk_shop_');
    await rm(file);
  });

  test('warns of keys in files, and names the addresses without dots and with few tools', async () => {
    const { stdout } = await mcpConfig({ PUBLIC_URL: 'http://192.0.2.1' });
    expect(stdout).toMatch(/A key is a secret/);
    expect(stdout).toMatch(/names=underscore lists tasks_create instead of tasks\.create/);
    const [, small = ''] = /http:\/\/192\.0\.2\.1(\/api\/mcp\?sections=inbox\S+)/.exec(stdout) ?? [];
    const listed = await toolsAt(service.url + small, `Bearer ${shop.full.token}`);
    expect(listed).toEqual(expect.arrayContaining(['booking.availability', 'comms.list_messages', 'tasks.list']));
    expect(listed).not.toContain('tasks.create');
    // mcp-remote refuses plain HTTP to other machines without it.
    expect(stdout).toMatch(/npx -y mcp-remote .* --allow-http$/m);
  });

  test('asks for the address when nobody can know it', async () => {
    expectRefusal(await mcpConfig({ PORT: '0' }, '--json'), 1, 'give it by --url');
    expect((await mcpConfig({ PORT: '0' }, '--url', 'https://shop.example', '--json')).exitCode).toBe(0);
  });

  test.each([
    [['--client', 'netscape'], 'Allowed choices are claude-code, '],
    [['--key', 'sk_shop_mistyped'], 'It is no key, or it is mistyped.'],
    [['--url', 'shop.example'], 'It must be an address such as https://shop.example.'],
    [['--url', 'ftp://shop.example'], 'It must be an address'],
    [['--url', 'https://me:secret@shop.example'], 'It must be an address'],
    [['--url', 'https://shop.example?sections=foo'], 'Invalid address: sections: takes a list of '],
    [['--url', 'https://shop.example/api/mcp?sections=jobs&readonly=yes'], 'Invalid address: readonly: takes 1 '],
    [['--url'], "option '--url <url>' argument missing"],
  ])('is used wrongly with %j', async (args, reason) => {
    expectRefusal(await mcpConfig({}, ...args, '--json'), 2, reason);
  });
});
