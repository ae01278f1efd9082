import { ownAddress } from '../../../../adapters/http/connect/own-address.js';

it.each([
  ['http', '127.0.0.1:3000', null, 'http://127.0.0.1:3000'],
  ['http', '127.0.0.1:3000', 'https://shop.example', 'https://shop.example'],
  ['https', 'evil.example', 'https://shop.example', 'https://shop.example'],
  ['https', 'other.example', null, 'https://other.example'],
  // A proxy has ended https, or serves the service under a path.
  ['http', 'shop.example', 'https://shop.example/app', 'https://shop.example/app'],
  ['http', 'SHOP.example', 'https://shop.example', 'https://shop.example'],
  ['http', undefined, 'https://shop.example', 'https://shop.example'],
])('the service, called by %s with the host %s, is at the public address %s: %s', (protocol, host, publicUrl, address) => {
  expect(ownAddress({ protocol, host }, publicUrl)).toBe(address);
});

it.each([[undefined], ['a b'], ['<b>']])('refuses %p, which is no host', (host) => {
  expect(() => ownAddress({ protocol: 'http', host }, null)).toThrow('the Host header is no host');
});
