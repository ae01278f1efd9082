import fc from 'fast-check';
import { isSignedByTwilio } from '../../../../adapters/sms/twilio/webhook-signature.js';
import { FakeTwilio } from '../../../support/fakes/twilio/fake-twilio.js';

type Parameters = readonly (readonly [string, string])[];

const fake = new FakeTwilio();
const URL_OF_MESSAGES = 'https://shop.example/providers/twilio/messages';
const FORM: Parameters = [
  ['Body', ' Hello there \r\n'],
  ['From', '+16135550142'],
  ['MessageSid', 'SM0123'],
  ['ToCity', ''],
];

const formOf = (parameters: Parameters): URLSearchParams =>
  new URLSearchParams(new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString());
const check = (url: string, parameters: Parameters, signature: string, token = fake.authToken): boolean =>
  isSignedByTwilio(token, { url, form: formOf(parameters), signature });

it('the example of Twilio’s documentation is signed', () => {
  const parameters: Parameters = [
    ['CallSid', 'CA1234567890ABCDE'],
    ['Caller', '+14158675309'],
    ['Digits', '1234'],
    ['From', '+14158675309'],
    ['To', '+18005551212'],
  ];
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  expect(check(url, parameters, 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', '12345')).toBe(true);
  expect(check(url, parameters, 'RSOYDt4T1cUTdK1PDd93/VVr8B9=', '12345')).toBe(false);
});

describe('a form that Twilio signed', () => {
  it.each<[string, string, Parameters]>([
    ['with blanks, line breaks and an empty value', URL_OF_MESSAGES, FORM],
    ['with a repeated name', URL_OF_MESSAGES, [['Address', '+2'], ...FORM, ['Address', '+1'], ['Address', '']]],
    ['with a repeated name and value', URL_OF_MESSAGES, [['Address', '+2'], ['Address', '+2'], ...FORM]],
    ['with names that objects have', URL_OF_MESSAGES, [['__proto__', 'a'], ['constructor', 'b'], ...FORM]],
    ['with characters of all kinds', URL_OF_MESSAGES, [['Body', 'é ☕ 😀 + % & = \u0000 "\'']]],
    ['without parameters', URL_OF_MESSAGES, []],
    ['with a query', `${URL_OF_MESSAGES}?shop=1&line=%2B1613&empty=`, FORM],
    ['with a query that a parser writes in another way', `${URL_OF_MESSAGES}?name=William+O'Hara|x&b=ä`, FORM],
    ['with a port', 'https://shop.example:8443/providers/twilio/messages?a=1:2', FORM],
    ['over plain http', 'http://127.0.0.1:3000/providers/twilio/messages', FORM],
    ['at an IPv6 address', 'http://[::1]:3000/providers/twilio/messages', FORM],
    ['at an address without a path', 'https://shop.example?a=b/c', FORM],
  ])('%s is accepted', (_, url, parameters) => {
    expect(check(url, parameters, fake.sign(url, parameters))).toBe(true);
  });

  it.each([
    ['https://shop.example/a?b=1', 'https://shop.example:443/a?b=1'],
    ['http://shop.example/a', 'http://shop.example:80/a'],
    ['https://shop.example:8443/a', 'https://shop.example/a'],
    ['https://[::1]/a', 'https://[::1]:443/a'],
    ['https://[::1]:8443', 'https://[::1]'],
  ])('at %s is accepted if Twilio signed %s', (url, signed) => {
    expect(check(url, FORM, fake.sign(signed, FORM))).toBe(true);
  });
});

describe('a form is refused', () => {
  const signature = fake.sign(URL_OF_MESSAGES, FORM);

  it.each<[string, string, Parameters, string]>([
    ['without a signature', URL_OF_MESSAGES, FORM, ''],
    ['with a cut signature', URL_OF_MESSAGES, FORM, signature.slice(0, -1)],
    ['with a longer signature', URL_OF_MESSAGES, FORM, `${signature}=`],
    ['with blanks around the signature', URL_OF_MESSAGES, FORM, ` ${signature} `],
    ['with a signature that is no ASCII', URL_OF_MESSAGES, FORM, 'é'.repeat(14)],
    ['with a trimmed value', URL_OF_MESSAGES, FORM.map(([name, value]) => [name, value.trim()]), signature],
    ['with a parameter more', URL_OF_MESSAGES, [...FORM, ['Extra', '']], signature],
    ['with a second value', URL_OF_MESSAGES, [...FORM, ['Body', 'STOP']], signature],
    ['at another path', URL_OF_MESSAGES.replace('messages', 'status'), FORM, signature],
    ['at another host', URL_OF_MESSAGES.replace('shop', 'shop2'), FORM, signature],
    ['with another protocol', URL_OF_MESSAGES.replace('https', 'http'), FORM, signature],
    ['with a query', `${URL_OF_MESSAGES}?message=1`, FORM, signature],
  ])('%s', (_, url, parameters, given) => {
    expect(check(url, parameters, given)).toBe(false);
  });

  it('at an address that is none', () => {
    expect(check('https://shop.example:99999/', FORM, fake.sign('https://shop.example:99999/', FORM))).toBe(false);
  });

  it('with another token', () => {
    expect(check(URL_OF_MESSAGES, FORM, signature, 'another')).toBe(false);
  });

  it('if any character of its values or of its signature was changed', () => {
    const parameter = fc.tuple(fc.constantFrom('Body', 'From', 'To', 'MessageSid', 'Address'), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.array(parameter, { minLength: 1 }), fc.nat(), fc.nat(), (parameters, where, place) => {
        const signed = fake.sign(URL_OF_MESSAGES, parameters);
        expect(check(URL_OF_MESSAGES, parameters, signed)).toBe(true);
        const changed = parameters.map(
          ([name, value], n) => [name, n === where % parameters.length ? `${value}x` : value] as const,
        );
        expect(check(URL_OF_MESSAGES, changed, signed)).toBe(false);
        const at = place % signed.length;
        const forged = signed.slice(0, at) + (signed[at] === 'A' ? 'B' : 'A') + signed.slice(at + 1);
        expect(check(URL_OF_MESSAGES, parameters, forged)).toBe(false);
      }),
    );
  });
});
