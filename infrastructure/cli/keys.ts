import { InvalidArgumentError } from 'commander';
import type { ListedKey } from '../../application/areas/access/api-keys.js';
import { statusOf } from '../../application/areas/access/key.view.js';
import { KeyRing } from '../../application/areas/access/manage-keys.js';
import { Clock } from '../../application/kernel/ports/ports.js';
import { SCOPES } from '../../domain/access/api-key.js';
import { LEVELS, SECTIONS, type Grants } from '../../domain/access/permission.js';
import { ValidationError } from '../../domain/shared/errors.js';
import { parseInstant, type Instant } from '../../domain/shared/instant.js';
import { argument, onTables, optional, required } from './command.js';
import { asTable } from './outcome.js';
import { idOf } from './typed.js';

const ABOUT_GRANTS =
  'Grants limit only the capability operations (POST endpoints and MCP tools). REST resources follow the scope alone.';
const ABOUT_SECTIONS = `Sections: ${SECTIONS.join(', ')}.`;
const ABOUT_READ_KEYS = 'A read key may call operations that only read, also as tools, if the key holds their section at act.';

const mint = onTables({
  name: 'key mint',
  changes: true,
  about: 'mint a key of a shop and print it; the key is never shown again',
  input: {
    shop: required('<id>', 'the shop that the key belongs to'),
    name: required('<name>', 'a name that says who uses the key'),
    scope: required('<scope>', 'read: may only read; full: may read and write', { choices: SCOPES }),
    expires: optional(
      '<instant>',
      'the time when the key expires, such as 2027-01-31T00:00:00Z; without it the key never expires',
      {
        read: readInstant,
      },
    ),
    grant: optional(
      '<section=level...>',
      'a section that the key holds, at view or act; without it the key holds every section at act',
      {
        read: readGrant,
      },
    ),
    actsFor: optional('<user-id>', 'the user_id (from staff list) of the person who counts as the author of what the key writes'),
  },
  help: `\n${ABOUT_GRANTS}\n${ABOUT_SECTIONS}\n${ABOUT_READ_KEYS}`,
  async run({ use }, { shop, name, scope, expires = null, grant = null, actsFor: person }) {
    const author = person === undefined ? null : idOf<'StaffUser'>(person);
    const wanted = { shop: idOf<'Shop'>(shop), name, scope, expiresAt: expires, grants: grant, actsFor: author };
    const { key, token } = await use(KeyRing).mint(wanted);
    const { id, expiresAt, grants, actsFor } = key;
    const ends = expiresAt === null ? 'never expires' : `expires ${expiresAt}`;
    const about = `Key ${id}, scope ${scope}, ${ends}${actsFor === null ? '' : `, acts for ${actsFor}`}.`;
    return {
      document: { id, key: token, scope, expires_at: expiresAt, grants, acts_for: actsFor },
      text: `${token}\n\n${about} This is the only time that the key is shown.\n${ABOUT_GRANTS}`,
    };
  },
});

const HEADINGS = ['ID', 'NAME', 'SCOPE', 'STATUS', 'EXPIRES', 'LAST USED', 'ACTS FOR', 'GRANTS'];

const list = onTables({
  name: 'key list',
  about: 'list the keys of a shop, oldest first, without their secrets; a key is inactive if the person it acts for is',
  input: { shop: required('<id>', 'the shop that has the keys') },
  async run({ use }, { shop }) {
    const now = use(Clock).now();
    const keys = (await use(KeyRing).list(idOf<'Shop'>(shop))).map((key) => shown(key, now));
    const rows = keys.map(({ id, name, scope, status, expires_at: ends, last_used_at: used, acts_for: person, grants }) => [
      ...[id, name, scope, status],
      ...[ends ?? 'never', used ?? 'never', person, inWords(grants)],
    ]);
    return { document: keys, text: asTable(HEADINGS, rows, 'This shop has no keys.') };
  },
});

const rotate = onTables({
  name: 'key rotate',
  about: 'replace a key by a new one with the same rights; both work for a day, so that a client can change over',
  changes: true,
  input: { id: argument('<id>', 'the id of the key, from key list') },
  async run({ use }, { id: typed }) {
    const former = idOf<'ApiKey'>(typed);
    const { key, token, formerUntil } = await use(KeyRing).rotate(former);
    return {
      document: { id: key.id, key: token, expires_at: key.expiresAt, former: { id: former, expires_at: formerUntil } },
      text:
        `${token}\n\nKey ${key.id} replaces key ${former}, which works until ${formerUntil}. If that one has leaked, revoke it now:\n` +
        `shop-ops key revoke ${former}\nThis is the only time that the new key is shown.`,
    };
  },
});

const revoke = onTables({
  name: 'key revoke',
  changes: true,
  about: 'revoke a key; it stops working within a second, and this cannot be undone',
  input: { id: argument('<id>', 'the id of the key, from key list') },
  async run({ use }, { id: typed }) {
    const id = idOf<'ApiKey'>(typed);
    await use(KeyRing).revoke(id);
    return { document: { id, status: 'revoked' }, text: `Key ${id} is revoked.` };
  },
});

export const keyCommands = [mint, list, rotate, revoke];

function shown(key: ListedKey, now: Instant) {
  const { id, name, scope, grants, actsFor, expiresAt, revokedAt, lastUsedAt, createdAt } = key;
  return {
    ...{ id, name, scope, status: statusOf(key, now), grants, acts_for: actsFor },
    ...{ expires_at: expiresAt, revoked_at: revokedAt, last_used_at: lastUsedAt, created_at: createdAt },
  };
}

function readInstant(text: string): Instant {
  const instant = parseInstant(text);
  if (instant === null) throw new InvalidArgumentError('It must be an instant such as 2027-01-31T00:00:00Z.');
  return instant;
}

/** Adds the grant of one option, which has the form `SECTION=LEVEL`, to the grants of the earlier options. */
function readGrant(text: string, before: Grants | undefined): Grants {
  const [name, value, ...rest] = text.split('=');
  const section = SECTIONS.find((known) => known === name);
  const level = LEVELS.find((known) => known === value);
  if (!section || !level || rest.length > 0)
    throw new InvalidArgumentError(
      `It must be SECTION=LEVEL. SECTION is one of ${SECTIONS.join(', ')}. LEVEL is one of ${LEVELS.join(', ')}.`,
    );
  if (before && Object.hasOwn(before, section)) throw new ValidationError('grant', `${section} is given twice`);
  return { ...before, [section]: level };
}

/** Prints grants as `SECTION=LEVEL`, with a space between two; `none` if there are no grants. */
function inWords(grants: Grants): string {
  return SECTIONS.flatMap((section) => (grants[section] ? [`${section}=${grants[section]}`] : [])).join(' ') || 'none';
}
