import { createRequire } from 'node:module';
import fc from 'fast-check';
import { LinkifyIt } from 'linkify-it';
import { removeLinks } from '../../../domain/texting/remove-links.js';

// Jest warns when a test imports JSON, so the list is required.
const tlds = createRequire(import.meta.url)('tlds') as string[];

describe('a link in a text', () => {
  it.each([
    ['See https://shop.example/book now', 'See now'],
    ['See http://shop.example:8080/a?b=c#d now', 'See now'],
    ['See HTTPS://SHOP.EXAMPLE now', 'See now'],
    ['See ftp://shop.example/file now', 'See now'],
    ['See sftp://shop.example and app://open/me now', 'See now'],
    ['See http://intranet/page now', 'See now'],
    ['See http://user:secret@shop.com/ now', 'See now'],
    ['See http://_odd.com/x now', 'See now'],
    ['See seehttps://shop.com now', 'See see now'],
    ['See www.shop.com/book now', 'See now'],
    ['See www.intranet now', 'See now'],
    ['See shop.com now', 'See now'],
    ['See Shop.CO.UK/book?x=1 now', 'See now'],
    ['See shop.com:8080/x now', 'See now'],
    ['See shop.com, or shop.photography.', 'See.'],
    ['See visit:shop.com now', 'See visit: now'],
    ['See -shop.com and ...shop.com now', 'See - and ... now'],
    ['See [shop.com] <shop.com> (shop.com) "shop.com" now', 'See now'],
    ['Book here: https://shop.com/x.', 'Book here:'],
    ['Book (see https://shop.com/x) now', 'Book (see) now'],
    ['Book (https://shop.com/x for prices) now', 'Book (for prices) now'],
    ['See 192.168.0.1 now', 'See now'],
    ['See 10.0.0.1:3000/admin now', 'See now'],
    ['See 2001:db8::1 and [2001:db8::1]:80/x now', 'See now'],
    ['See //shop/x now', 'See now'],
    ['See //shop.com/x now', 'See now'],
    ['See localhost now', 'See now'],
    ['See localhost:3000/x now', 'See now'],
    ['See xn--bcher-kva.com and xn--bcher-kva.xn--p1ai now', 'See now'],
    ['See bücher.de and пример.рф now', 'See now'],
    ['See mailto:joe@shop.com?subject=x now', 'See now'],
    ['See shop.com/joe@home.com now', 'See now'],
    ['See sh\u00adop.c\u00adom now', 'See now'],
    ['See shop\u200b.\u200dcom and \u2060shop.com\ufeff now', 'See now'],
    ['See ｓｈｏｐ．ｃｏｍ and ｈｔｔｐ：／／ｓｈｏｐ now', 'See now'],
    ['See 𝐬𝐡𝐨𝐩.𝐜𝐨𝐦 now', 'See now'],
    ['See https://shop.com/a, www.shop.com and shop.com or [shop.com] now', 'See now'],
    ['Hi here→example.com← bye', 'Hi here→← bye'],
    ['★shop.com★ is ~shop.com~', '★★ is ~~'],
    ['Hi here→example.com bye', 'Hi here→ bye'],
    ['See *example.com+shipping and example.com$5', 'See *+shipping and $5'],
    ['See example.com™ here, example.com=now or example.com^1', 'See ™ here, =now or ^1'],
    ['See ｅxample.com＝now', 'See ＝now'],
    ['Price|example.com/?a=b|c now', 'Price| now'],
    ['See https://shop.com|call us', 'See |call us'],
    ['See https://my-shop:80=x and www.my-shop$5', 'See =x and $5'],
    ['See http://user+x:pw@shop.com/a|b now', 'See now'],
    ['See example.com\u200bnow', 'See now'],
    ['See \u2060example.com\u2060now', 'See now'],
    ['See\u202eexample.com\u202enow', 'See now'],
    ['See example.com\u20e3 now', 'See \u20e3 now'],
    ['At ip\u200b10.0.0.1\u200bx, ip™10.0.0.1 and ip☎\ufe0f10.0.0.1', 'At ip x, ip™ and ip☎'],
    ['See ★sh\u200bop.c\u200bom★ now', 'See ★★ now'],
    ['See i❤.ws now, or I❤shop.com', 'See now, or I❤'],
    ['See @www.shop.com, joe@www.shop.com or @shop.com', 'See @, joe@ or @'],
    ['See ("https://shop.com"), ([„shop.com“]) or `shop.com` now', 'See now'],
    ['See the “best” shop.com “offer” of the "best" shop.com "shop"', 'See the “best” “offer” of the "best" "shop"'],
    ['Links: https://a.com / https://b.com', 'Links:'],
    ['Links: a.com | b.com · c.com -> d.com > e.com ("f.com" / g.com)', 'Links:'],
    ['See a.com. b.com! Call us. c.com. Bye', 'See! Call us. Bye'],
    ['Call us | shop.com', 'Call us'],
    ['shop.com - call us / shop.com / write', 'call us / write'],
    ['price|shop.com|call', 'price|call'],
    ['See <a href="https://shop.com">here</a>', 'See here'],
    ["See <a class='b' href='https://shop.com/x' id=c>https://shop.com</a> now", 'See now'],
    ['See <img src=https://shop.com/x.png /> and <b>shop.com</b> now', 'See now'],
    ['“https://shop.com” and so on', 'and so on'],
    ['Sure: (shop.com) or call', 'Sure: or call'],
    ['Either "shop.com" or call', 'Either call'],
    ['Thanks 🙏 shop.com', 'Thanks 🙏'],
    ['Either shop.com or call', 'Either call'],
    ['shop.com or call', 'call'],
    ['Sure: shop.com and call us', 'Sure: call us'],
    ['Our site shop.com and call us', 'Our site and call us'],
    ['Call us or shop.com', 'Call us'],
    ['Call us, or shop.com.', 'Call us.'],
    ['See shop.com and', 'See'],
    ['See shop.com and.', 'See.'],
    ['Call us and shop.com and shop.de!', 'Call us!'],
    ['Call or shop.com or write', 'Call or write'],
    ['Reply Y shop.com', 'Reply Y'],
    ['Two  blanks and\u00a0\ttabs, see  shop.com  here', 'Two blanks and tabs, see here'],
    ['Ready.\r\n- See shop.com now\r\n-  Pay', 'Ready.\r\n- See now\r\n- Pay'],
    ['See joe@shop.com/offers now', 'See now'],
  ])('goes: %j becomes %j', (body, text) => {
    const { text: rest, removed } = removeLinks(body);
    expect([rest, removed.length > 0]).toEqual([text, true]);
  });

  it('goes with its line if nothing else is on it', () => {
    const body = 'Your car is ready.\r\n\r\n- https://shop.com/pay\nshop.com shop.com\nThanks,\nMorgan';
    expect(removeLinks(body)).toEqual({
      text: 'Your car is ready.\r\n\r\nThanks,\nMorgan',
      removed: ['https://shop.com/pay', 'shop.com', 'shop.com'],
    });
  });

  it.each(['https://shop.com', ' shop.com, shop.com. ', '(https://shop.com)', 'shop.com\n//host'])(
    'leaves nothing of %j',
    (body) => {
      expect(removeLinks(body).text).toBe('');
    },
  );

  it.each(['shop.cohttp://x.comm', 'shop.shop.com..com', 'http://http://http://shop.com'])(
    'leaves no new link behind in %j',
    (body) => {
      const { text } = removeLinks(body);
      expect(removeLinks(text)).toEqual({ text, removed: [] });
    },
  );

  it('is named as it was written, in its order', () => {
    const { removed } = removeLinks('See ｓｈｏｐ．ｃｏｍ, sh\u00adop.de and (https://shop.com/x?y=1).');
    expect(removed).toEqual(['ｓｈｏｐ．ｃｏｍ', 'sh\u00adop.de', 'https://shop.com/x?y=1']);
    expect(removeLinks('https://a.com|https://b.com').removed).toEqual(['https://a.com', 'https://b.com']);
  });
});

describe('a text without links', () => {
  it.each([
    'Your car is ready. That is $1,250.00, tax included.',
    'Call (613) 555-0100 from 8:30 to 17:00, or 24/7 on the web',
    'Mr. Smith, e.g. on 2026-03-02, at 10.30 a.m.',
    'joe@shop.com',
    'Write to joe.me@shop.co.uk, or to:ann.me@shop.com.',
    'jörg.müller@bücher.de and o’neil@my-shop.com',
    'v1.2.3.4.5 and 3.5l',
    'root@localhost is no localhoster',
    'Ask|joe@shop.com|or\u200bann@shop.com\u200bnow, joe@shop.com=me, joe@★shop.com™ or joe@\u200bshop.com',
    '1+1=2, 2>1, C++ or C#, a|b, `code`, 5.5^2, $1.50+$2.75, 10.30=half, 3.5l™, 8.5x11\u200bin, e.g.=such, wi\u00adper.',
    'joe@shop.com/613-555-0100, joe@shop.com/ann@shop.com or joe@shop.com/',
    'a :: b // c, either/or, and…so on',
    'First line\n\nThird line',
    'emoji 👩‍🔧🔧 and ﬁne ｆｕｌｌ width',
    'ＯＫ！　了解です',
    '  Two  blanks,\t\ttabs\u00a0\u2003and \n\n ends \r\n',
    'a\ufffcb and or',
  ])('stays as it is, to the character: %j', (body) => {
    expect(removeLinks(body)).toEqual({ text: body, removed: [] });
  });
});

describe('any text', () => {
  // The library as it comes: it knows nothing of our rules.
  const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyIP: true, urlAuth: true }).tlds(tlds);
  const visible = (text: string): string => text.replace(/[\p{Cf}\p{DI}]/gu, '').normalize('NFKC');
  /** The library does not know all addresses, so what stands before an `@` may be the beginning of one. */
  const BEFORE_ADDRESS = /^[^\s/?#"(),:;<>[\]\\]*@\S+\.\S/;
  const isAddress = (schema: string, raw: string, rest: string): boolean =>
    (schema === 'mailto:' && !/^mailto:/i.test(raw)) || (schema === '' && BEFORE_ADDRESS.test(rest));
  const found = (text: string): string[] => {
    const seen = visible(text);
    const links = (linkify.match(seen) ?? []).filter(
      ({ schema, raw, lastIndex }) => !isAddress(schema, raw, seen.slice(lastIndex)),
    );
    return links.map(({ raw }) => raw);
  };

  const pieces = [...'abcé😀漢٣ .,:;/\\-_@()[]<>"\'?#&=%+|`~$\n\t\u00a0\u200b\u00ad．：／ａ。ﬁ㏂'];
  const words = [
    'http:',
    'https://',
    'ftp://',
    '//',
    'www.',
    'mailto:',
    'localhost',
    '.com',
    'shop',
    '.co',
    'xn--',
    '1.2.3.4',
    '::1',
    '@x.de',
  ];
  const part = fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...words), fc.webUrl({ withFragments: true }), fc.domain());
  const body = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(''));

  it('has no link afterwards, and is the same if the links are removed again', () => {
    fc.assert(
      fc.property(body, (given) => {
        const { text } = removeLinks(given);
        expect(found(text)).toEqual([]);
        expect(removeLinks(text)).toEqual({ text, removed: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('has no link between two signs that are no letters or digits', () => {
    // Dots, hyphens, colons, strokes and `@` are left out, because they may join a name or an address to the word beside it.
    const punctuation = fc.constantFrom(...'!"#%&\'()*,;?[]{}¡¿«»“”…、。');
    const sign = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((one) => /[\p{S}\p{Me}\p{C}]/u.test(one));
    const common = fc.constantFrom(...'$+<=>^`|~™→★\u200b\u2060\u202e\u20e3\ufe0f');
    const between = fc.oneof(punctuation, sign, common);
    const link = fc.constantFrom('example.com', 'www.example.com', 'https://example.com', '10.0.0.1');
    const beside = fc.constantFrom('', ' ', 'a', 'See ');
    fc.assert(
      fc.property(beside, between, link, between, beside, (before, open, written, close, after) => {
        expect(removeLinks(`${before}${open}${written}${close}${after}`).text).not.toContain(written);
      }),
      { numRuns: 1000 },
    );
  });

  it('is the same if no link was found', () => {
    fc.assert(
      fc.property(body, (given) => {
        const { text, removed } = removeLinks(given);
        if (removed.length === 0) expect(text).toBe(given);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps its e-mail addresses', () => {
    const around = fc.constantFrom(' ', ' or shop.com ', ', ', ': ', ' (https://shop.com) ');
    fc.assert(
      fc.property(around, fc.emailAddress(), around, (before, address, after) => {
        fc.pre(!/[/?#]/.test(address));
        expect(removeLinks(`Write to${before}${address}${after}now`).text).toContain(address);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    'a.'.repeat(10_000),
    'http://'.repeat(2_500),
    '//a'.repeat(6_000),
    '@a.b'.repeat(5_000),
    '.com'.repeat(5_000),
    '-'.repeat(20_000),
    'a-'.repeat(10_000),
    '1.'.repeat(10_000),
    'a:'.repeat(10_000),
    '::'.repeat(10_000),
    '('.repeat(20_000),
    `x.com/${'('.repeat(19_000)}`,
    `${'("'.repeat(8_000)}x.com${'")'.repeat(2_000)}`,
    '<a href=x.com '.repeat(1_400),
    `<${'a'.repeat(10_000)}${' =x.com'.repeat(1_000)}`,
    'x.com|'.repeat(3_000),
    `x.com/${'([{'.repeat(6_000)}`,
    'x.com '.repeat(3_000),
    'xn--'.repeat(5_000),
    `a${'\u0301\u200b'.repeat(9_000)}`,
    '😀'.repeat(10_000),
    '漢.'.repeat(10_000),
    'mailto:'.repeat(2_500),
    'www.'.repeat(5_000),
  ])('of 120,000 characters is done before the run’s time limit, which a square of them would exceed (%#)', (given) => {
    expect(removeLinks(given.repeat(6))).toMatchObject({ text: expect.any(String) });
  });
});
