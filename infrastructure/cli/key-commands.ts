import { type Command, Option } from 'commander';
import type { ListedKey } from '../../application/areas/access/api-keys.js';
import { ListKeys, MintKey, RevokeKey } from '../../application/areas/access/manage-keys.js';
import { Clock } from '../../application/kernel/ports/ports.js';
import { isExpired, SCOPES, type Scope } from '../../domain/access/api-key.js';
import { SECTIONS, type Grants } from '../../domain/access/permission.js';
import { NOBODY, toId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';
import { readGrant, readInstant, typedGrants } from './key-options.js';
import { shopIdOf } from './named-shop.js';
import { printing, type Outcome } from './outcome.js';
import type { Sessions } from './session.js';
import { inColumns } from './table.js';

interface MintOptions {
  readonly shop: string;
  readonly name: string;
  readonly scope: Scope;
  readonly expires?: Instant;
  readonly grant?: Grants;
  readonly actsFor?: string;
}

type ListOptions = Pick<MintOptions, 'shop'>;

const ABOUT_GRANTS =
  'Grants limit only the capability operations (POST endpoints and MCP tools). REST resources follow the scope alone.';

const ABOUT_SECTIONS = `Sections: ${SECTIONS.join(', ')}.`;

const ABOUT_READ_KEYS = 'A read key may call operations that only read, also as tools, if the key holds their section at act.';

export function addKeyCommands(program: Command, sessions: Sessions): void {
  const key = program.command('key').description('mint API keys, see them, revoke them');
  key
    .command('mint')
    .description('mint a key of a shop and print it; the key is never shown again')
    .requiredOption('--shop <id>', 'the shop that the key belongs to')
    .requiredOption('--name <name>', 'a name that says who uses the key')
    .addOption(
      new Option('--scope <scope>', 'read: may only read; full: may read and write').choices(SCOPES).makeOptionMandatory(),
    )
    .option(
      '--expires <instant>',
      'the time when the key expires, such as 2027-01-31T00:00:00Z; without it the key never expires',
      readInstant,
    )
    .option(
      '--grant <section=level...>',
      'a section that the key holds, at view or act; without it the key holds every section at act',
      readGrant,
    )
    .option('--acts-for <user-id>', 'the user_id (from staff list) of the person who counts as the author of what the key writes')
    .addHelpText('after', `\n${ABOUT_GRANTS}\n${ABOUT_SECTIONS}\n${ABOUT_READ_KEYS}`)
    .action(printing((options: MintOptions) => mint(sessions, options)));
  key
    .command('list')
    .description('list the keys of a shop, oldest first, without their secrets; a key is inactive if the person it acts for is')
    .requiredOption('--shop <id>', 'the shop that has the keys')
    .action(printing((options: ListOptions) => list(sessions, options)));
  key
    .command('revoke')
    .description('revoke a key; it stops working within a second, and this cannot be undone')
    .argument('<id>', 'the id of the key, from key list')
    .action(printing((id: string) => revoke(sessions, id)));
}

function mint(sessions: Sessions, { shop, name, scope, expires, grant, actsFor }: MintOptions): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const { key, token } = await use(MintKey).execute({
      shop: shopIdOf(shop),
      name,
      scope,
      expiresAt: expires ?? null,
      grants: grant ?? null,
      actsFor: actsFor === undefined ? null : (toId<'StaffUser'>(actsFor) ?? NOBODY),
    });
    const { id, expiresAt, grants } = key;
    const ends = expiresAt === null ? 'never expires' : `expires ${expiresAt}`;
    const about = `Key ${id}, scope ${scope}, ${ends}${key.actsFor === null ? '' : `, acts for ${key.actsFor}`}.`;
    return {
      document: { id, key: token, scope, expires_at: expiresAt, grants, acts_for: key.actsFor },
      text: `${token}\n\n${about} This is the only time that the key is shown.\n${ABOUT_GRANTS}`,
    };
  });
}

function list(sessions: Sessions, { shop }: ListOptions): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const now = use(Clock).now();
    const keys = (await use(ListKeys).execute(shopIdOf(shop))).map((key) => shown(key, now));
    return { document: keys, text: keys.length === 0 ? 'This shop has no keys.' : inColumns([HEADINGS, ...keys.map(rowOf)]) };
  });
}

function revoke(sessions: Sessions, id: string): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const known = toId<'ApiKey'>(id) ?? NOBODY;
    await use(RevokeKey).execute(known);
    return { document: { id: known, status: 'revoked' }, text: `Key ${known} is revoked.` };
  });
}

const HEADINGS = ['ID', 'NAME', 'SCOPE', 'STATUS', 'EXPIRES', 'LAST USED', 'ACTS FOR', 'GRANTS'];

function rowOf({ id, name, scope, status, expires_at, last_used_at, acts_for, grants }: ReturnType<typeof shown>): string[] {
  return [id, name, scope, status, expires_at ?? 'never', last_used_at ?? 'never', acts_for ?? '-', typedGrants(grants)];
}

function statusOf(key: ListedKey, now: Instant): string {
  if (key.revokedAt !== null) return 'revoked';
  if (isExpired(key, now)) return 'expired';
  return key.actorActive ? 'active' : 'inactive';
}

function shown(key: ListedKey, now: Instant) {
  return {
    id: key.id,
    name: key.name,
    scope: key.scope,
    status: statusOf(key, now),
    grants: key.grants,
    acts_for: key.actsFor,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
    created_at: key.createdAt,
  };
}
