import type { UrlRefusal } from '../../application/kernel/ports/outbound-http.js';
import { REFUSED_HOSTS, words } from './refused-hosts.js';

const WRONG_SCHEMES = words(`
  http://hooks.example.com/ HTTP://hooks.example.com/ http://127.0.0.1/ ftp://hooks.example.com/ ws://hooks.example.com/
  wss://hooks.example.com/ file:///etc/passwd gopher://127.0.0.1:70/ data:text/plain,x javascript:alert(1)
  mailto:owner@example.com unix:/run/docker.sock`);

const WITH_USERINFO = words(`
  https://user@hooks.example.com/ https://user:password@hooks.example.com/ https://@hooks.example.com/
  https://:@hooks.example.com/ https://hooks.example.com@127.0.0.1/ https://127.0.0.1@hooks.example.com/
  https://a%40b@hooks.example.com/ https://hooks.example.com:443@169.254.169.254/ https://x@y@localhost/`);

const WRONG_PORTS = words(`
  https://hooks.example.com:80/ https://hooks.example.com:8443/ https://hooks.example.com:22/ https://hooks.example.com:0/
  https://hooks.example.com:65535/ https://hooks.example.com:04430/ https://127.0.0.1:8080/ https://[::1]:8443/
  https://localhost:3000/ https://8.8.8.8:53/`);

const NO_URLS = [
  ...['', ' ', 'https:\\\\hooks.example.com\\', 'https://hooks.example.com\\@127.0.0.1/', 'https://\\127.0.0.1/'],
  ...[' https://hooks.example.com/', 'https://hooks.example.com/ ', 'https://hooks.example.com/\n', 'ht\ntps://x.com'],
  ...['https://hooks\t.example.com/', 'https://hooks.example.com/a b', 'https://hooks.example.com/\u0000'],
  ...[`https://${'a'.repeat(64)}.example.com/`, `https://${'a.'.repeat(126)}example.com/`],
  ...words(`
    hooks.example.com /hook //hooks.example.com/hook https:// https:/// https://:443/ https://. https://..
    https:hooks.example.com https:/hooks.example.com https:///hooks.example.com
    https://hooks.example.com:99999/ https://hooks.example.com:-1/ https://hooks.example.com:port/
    https://[fe80::1%25eth0]/ https://[fe80::1%eth0]/ https://[::1 https://::1/ https://[127.0.0.1]/
    https://256.0.0.1/ https://127.0.0.256/ https://4294967296/ https://1.2.3.4.5/ https://0x7f.0.0.0x100/
    https://127.0.0.1%00.example.com/ https://a..example.com/ https://.example.com/ https://-.example.com/
    https://*.example.com/ https://hooks.example.com../ https://127.0.0.1../ https://exa$mple.com/ https://xn--a-ä/`),
];

const TOO_LONG = [`https://hooks.example.com/${'a'.repeat(2_023)}`, `https://hooks.example.com/?${'a'.repeat(100_000)}`];

export interface RefusedUrl {
  readonly url: string;
  readonly refusal: UrlRefusal;
}

const refused = (refusal: UrlRefusal, urls: readonly string[]): RefusedUrl[] => urls.map((url) => ({ url, refusal }));

/** Every URL that is refused when it is given, with the reason, by a deployment that allows no private addresses. */
export const REFUSED_URLS: readonly RefusedUrl[] = [
  ...REFUSED_HOSTS.flatMap((host) => refused('address', [`https://${host}/hook`])),
  ...refused('scheme', WRONG_SCHEMES),
  ...refused('userinfo', WITH_USERINFO),
  ...refused('port', WRONG_PORTS),
  ...refused('not_a_url', NO_URLS),
  ...refused('too_long', TOO_LONG),
];

/** URLs that are accepted if their name has no address yet. */
export const ACCEPTED_URLS: readonly string[] = [
  ...words(`
    https://hooks.example.com https://hooks.example.com/ HTTPS://HOOKS.EXAMPLE.COM/Hook https://hooks.example.com./hook
    https://hooks.example.com:443/hook?a=b&c=%20#part https://hooks.example.com:0443/ https://bücher.example/
    https://a_b.example.com/ https://example.com/http://127.0.0.1/ https://example.com/?u=https://user@host
    https://127.0.0.1.example.com/ https://8.8.8.8/ https://134744072/ https://02130706433/ https://172.15.0.1/
    https://172.32.0.1/ https://100.63.0.1/ https://100.128.0.1/ https://11.0.0.1/ https://169.253.0.1/ https://192.0.1.1/
    https://198.17.0.1/ https://223.255.255.255/ https://[2606:4700:4700::1111]/ https://[2a00:1450:4001:81b::200e]/
    https://[2001:4860:4860::8888]/ https://[3ffe::1]/`),
  `https://hooks.example.com/${'a'.repeat(2_022)}`,
];
