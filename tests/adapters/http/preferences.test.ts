import { prefersStale } from '../../../adapters/http/preferences.js';

it.each([
  'stale-ok',
  'Stale-OK',
  ' stale-ok ',
  'respond-async, stale-ok',
  'respond-async,stale-ok;foo="a, b"',
  'handling=lenient; a="x;y", stale-ok; wait=10',
  'stale-ok=',
  'stale-ok = ""',
  'a="\\", stale", stale-ok',
  'a="", stale-ok',
  'stale-ok, stale-ok=no',
])('honours stale-ok in %s', (header) => {
  expect(prefersStale(header)).toBe(true);
});

it.each([
  '',
  'stale',
  'stale-ok=no',
  'stale-ok="no"',
  'stale-ok=no, stale-ok',
  'x-stale-ok',
  'stale;ok',
  'stale_ok',
  'a="stale-ok"',
  'a="b, stale-ok, c"',
  'a; stale-ok',
  'stale -ok',
])('does not find stale-ok in %s', (header) => {
  expect(prefersStale(header)).toBe(false);
});
