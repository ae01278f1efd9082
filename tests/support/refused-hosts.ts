/** The words of a text that lists them, separated by blanks. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const NAMES_OF_THIS_MACHINE = words(`
  localhost LOCALHOST localhost. LocalHost. sub.localhost a.b.localhost sub.localhost. %6cocalhost loc%61lhost localhost%2e
  ｌｏｃａｌｈｏｓｔ ⓛⓞⓒⓐⓛⓗⓞⓢⓣ 𝓵𝓸𝓬𝓪𝓵𝓱𝓸𝓼𝓽 localhost。 local\u00adhost local\u200bhost`);

/** The forms that C libraries have read since 4.2BSD: one to four parts, each of them decimal, octal or hexadecimal. */
const LOOPBACK_IPV4 = words(`
  127.0.0.1 127.0.0.1. 127.1 127.0.1 127.0.0.2 127.255.255.254 127.1.2.3 127.000.000.001 127.0.0.01
  2130706433 2130706433. 017700000001 0177.0.0.1 0177.0.0.01 0177.0000.0000.0001 0177.1
  0x7f000001 0X7F000001 0x7f.0.0.1 0x7f.1 0x7f.0x0.0x0.0x1 0x7F.0.0x1 0x07f.1 0x000000007f000001
  127.0x1 127.0.0x0.1 0177.0x0.1 127.65534 127.0.65534 127.16777214 127%2e0%2e0%2e1 %31%32%37.0.0.1
  １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 127．0．0．1 127｡0｡0｡1 𝟏𝟐𝟕.𝟎.𝟎.𝟏 𝟷𝟸𝟽.𝟶.𝟶.𝟷 0ｘ7f.1 ¹²⁷.⁰.⁰.¹`);

/** The unspecified address, by which a connection reaches this machine. */
const UNSPECIFIED = words(`
  0.0.0.0 0 0x0 00 0.0 0000.0.0.0 0.0.0.0. [::] [0:0:0:0:0:0:0:0] [::0.0.0.0] [::ffff:0.0.0.0]`);

const LOOPBACK_IPV6 = words(`
  [::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::0001] [0::1] [::0.0.0.1]
  [::ffff:127.0.0.1] [::FFFF:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::ffff:127.1.2.3]`);

const PRIVATE = words(`
  10.0.0.1 10.255.255.255 10.1 012.0.0.1 0xa.0.0.1 167772161 172.16.0.1 172.31.255.255 0xac100001
  192.168.0.1 192.168.1 192.168.257 0300.0250.0.1 3232235521 0xc0a80001 １９２.１６８.０.１
  [fc00::1] [fd12:3456:789a::1] [::ffff:10.0.0.1] [::ffff:192.168.0.1]`);

/** Link-local addresses, and those at which clouds tell machines about themselves. */
const LINK_LOCAL_AND_METADATA = words(`
  169.254.169.254 169.254.169.254. 169.254.0.1 2852039166 0xa9fea9fe 0251.0376.0251.0376 169.16689662 169.254.43518
  ①⑥⑨.②⑤④.①⑥⑨.②⑤④ 169.254.170.2 100.100.100.200 [fd00:ec2::254] [fe80::1] [febf::1] [fec0::1]
  [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] metadata.google.internal metadata.google.internal. metadata instance-data`);

const NAMES_OF_INNER_NETWORKS = words(`
  kubernetes kubernetes.default.svc.cluster.local host.docker.internal printer.local router.home.arpa box.localdomain
  localhost.localdomain expyuzz4wqqyqhjn.onion`);

/** Carrier-grade NAT, protocol assignments, benchmarking, documentation, multicast, reserved and broadcast. */
const SPECIAL_IPV4 = words(`
  100.64.0.1 100.127.255.255 0144.0100.0.1 192.0.0.1 192.0.0.170 192.0.0.255 192.88.99.1 198.18.0.1 198.19.255.255
  192.0.2.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.254 255.255.255.255 4294967295
  0xffffffff 037777777777 0.0.0.1 0.1.2.3 0.255.255.255 192.52.193.1`);

const SPECIAL_IPV6 = words(`
  [ff02::1] [ff0e::1] [100::1] [4000::1] [5f00::1] [e000::1] [2001:db8::1] [2001:db8:ffff::1] [3fff::1] [3fff:fff::1]
  [2001:2::1] [2001:10::1] [2001:20::1] [2001:30::1] [2001:1::1] [2001:3::1] [2001:4:112::1] [2620:4f:8000::1]`);

/** IPv4 in IPv6, also around an IPv4 address that would be allowed by itself: mapped, compatible, translated, 6to4, Teredo, NAT64. */
const IPV4_IN_IPV6 = words(`
  [::ffff:8.8.8.8] [::127.0.0.1] [::7f00:1] [::10.0.0.1] [::8.8.8.8] [::ffff:0:127.0.0.1]
  [2002:7f00:1::] [2002:7f00:0001::1] [2002:a00:1::1] [2002:a9fe:a9fe::1] [2002:c0a8:1::1] [2002:808:808::1]
  [2001::1] [2001:0:7f00:1::] [2001:0:4136:e378:8000:63bf:80ff:fffe]
  [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::a9fe:a9fe] [64:ff9b::8.8.8.8] [64:ff9b:1::127.0.0.1] [64:ff9b:1:ffff::1]`);

/** Spellings by which a connection would reach a listener on this machine. */
export const HOSTS_OF_THIS_MACHINE = [...NAMES_OF_THIS_MACHINE, ...LOOPBACK_IPV4, ...UNSPECIFIED, ...LOOPBACK_IPV6];

export const REFUSED_HOSTS: readonly string[] = [
  ...HOSTS_OF_THIS_MACHINE,
  ...PRIVATE,
  ...LINK_LOCAL_AND_METADATA,
  ...NAMES_OF_INNER_NETWORKS,
  ...SPECIAL_IPV4,
  ...SPECIAL_IPV6,
  ...IPV4_IN_IPV6,
];
