/** Everything that Express' router would take for something else: an encoding, a fragment, and bytes that are not ASCII. */
const UNUSUAL = /[^!-~]|[%#]/;

/**
 * Returns the target of a request as a path and a query that Express' router reads letter by letter. A proxy may send a whole
 * address (`http://host/path`, RFC 9112 §3.2.2). A part of the path that is not encoded as it should be becomes one that is the id of
 * no record, not even an external one.
 */
export function targetOf(url: string): string {
  const whole = /^https?:\/\/[^/?]*/i.exec(url)?.[0];
  // A target that is not an address becomes a path that no route has, so it is answered 404.
  if (whole !== undefined && !URL.canParse(whole)) return `/${encodeURIComponent(url)}`;
  const local = url.slice(whole?.length ?? 0);
  const target = local.startsWith('/') ? local : `/${local}`;
  if (!UNUSUAL.test(target)) return target;
  const [path = '', ...query] = target.split('?');
  return [path.split('/').map(encoded).join('/'), ...query].join('?').replaceAll('#', '%23');
}

function encoded(segment: string): string {
  try {
    if (!/[^!-~]|#/.test(segment)) return decodeURIComponent(segment) && segment;
  } catch {
    return '%00'; // the segment has a % that begins no encoding
  }
  return encodeURIComponent(segment);
}
