import { rankContacts, type Clues, type Contact } from '../../../domain/inbox/contact.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { at } from '../../support/test-clock.js';

let ids = 0;

function aContact(fields: Partial<Contact> = {}): Contact {
  ids += 1;
  return {
    kind: 'customer',
    id: String(ids).padStart(4, '0') as CustomerId, // safe: an id is a text here
    name: 'Dana Whitfield',
    names: ['Dana Whitfield'],
    phone: '+16135550142' as E164, // safe: in the form in which it is stored
    email: 'dana@example.com' as EmailAddress, // safe: in the form in which it is stored
    conversation: null,
    lastActiveAt: null,
    textingBlocked: false,
    createdAt: at('2026-01-01T09:00:00.000Z'),
    ...fields,
  };
}

const PHONE = '+16135550142';
const EMAIL = 'dana@example.com';
const OTHER = { phone: '+16135550199', email: 'lee@example.com', name: 'lee' };

describe('the score of a contact', () => {
  it.each<readonly [Clues, readonly string[], number | null]>([
    [{ phone: PHONE }, ['phone'], 0.9],
    [{ email: EMAIL }, ['email'], 0.8],
    [{ name: 'Dana Whitfield' }, ['name'], 0.6],
    [{ name: 'Dana' }, ['name'], 0.45],
    [{ phone: PHONE, email: EMAIL }, ['phone', 'email'], 0.98],
    [{ phone: PHONE, name: 'whitfield dana' }, ['phone', 'name'], 0.96],
    [{ phone: PHONE, name: 'dana' }, ['phone', 'name'], 0.945],
    [{ email: EMAIL, name: 'Dana Whitfield' }, ['email', 'name'], 0.92],
    [{ phone: PHONE, email: EMAIL, name: 'Dana Whitfield' }, ['phone', 'email', 'name'], 0.992],
    [{ ...OTHER, phone: PHONE }, ['phone'], 0.9],
    [OTHER, [], null],
    [{}, [], null],
    [{ phone: null, email: '', name: null }, [], null],
  ])('%j matches by %j', (clues, matched, score) => {
    const [match] = rankContacts([aContact()], clues);
    expect([match?.matched ?? [], match?.score ?? null]).toEqual([matched, score]);
  });

  it.each([
    ['dana whitfield', 'whole'],
    ['WHITFIELD, Dana', 'whole'],
    ['ＤＡＮＡ　Ｗｈｉｔｆｉｅｌｄ', 'whole'],
    ['Dàna Whitfiéld', 'whole'],
    ['"Dana" (Whitfield)', 'whole'],
    ['field ana', 'part'],
    ['whit', 'part'],
    ['d w', 'part'],
    ['da', 'part'],
    ['an', null],
    ['dana lee', null],
    ['dana whitfield jr', null],
    ['dana@example.com', null],
    ['...', null],
    ['%', null],
    ['_____', null],
    ['', null],
  ])('a name typed as %s matches: %s', (name, expected) => {
    const [match] = rankContacts([aContact()], { name });
    expect(match?.score ?? null).toBe(expected === null ? null : expected === 'whole' ? 0.6 : 0.3);
  });

  it('counts each name of a contact as a whole one, and finds words across all of them', () => {
    const lead = aContact({ kind: 'lead', names: ['Dana Whitfield', 'Acme Fleet'] });
    const scores = ['acme fleet', 'dana acme', 'fleet'].map((name) => rankContacts([lead], { name })[0]?.score);
    expect(scores).toEqual([0.6, 0.45, 0.45]);
    expect(rankContacts([aContact({ names: [] })], { name: 'dana' })).toEqual([]);
  });
});

it('the best match comes first; then customers, the contact that was active last, and the newest', () => {
  const active = at('2026-03-01T09:00:00.000Z');
  const ordered = [
    aContact(),
    aContact({ phone: null, lastActiveAt: active }),
    aContact({ phone: null, createdAt: at('2026-02-01T09:00:00.000Z') }),
    aContact({ phone: null }),
    aContact({ kind: 'lead', phone: null, lastActiveAt: active }),
    aContact({ kind: 'lead', phone: null }),
  ];
  for (const some of [ordered, ordered.toReversed(), [...ordered.slice(3), ...ordered.slice(0, 3)]]) {
    const ranked = rankContacts(some, { phone: PHONE, email: EMAIL }).map(({ contact }) => contact.id);
    expect(ranked).toEqual(ordered.map(({ id }) => id));
  }
});
