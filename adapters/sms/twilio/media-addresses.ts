/**
 * The addresses of files at Twilio: the sounds of calls and the attachments of messages. The text is judged as it came: a parser
 * of addresses would resolve `..` and `%2e` first, and change a backslash.
 */
const FILE =
  /^(?:https?:\/\/[a-z0-9.-]+(?::\d{1,5})?)?(\/2010-04-01\/Accounts\/(AC[0-9a-f]{32})\/(?:(Recordings\/RE[0-9a-f]{32})(\.wav|\.mp3)?|Messages\/[MS]M[0-9a-f]{32}\/Media\/ME[0-9a-f]{32}))$/i;

/**
 * The hosts to which Twilio's API redirects a request for an attachment: the first for accounts that protect their media by HTTP
 * authentication, the second for files of accounts that did not. See https://help.twilio.com/articles/223183748
 */
const FILE_HOSTS = /^(?:[a-z0-9-]+\.twiliocdn\.com|s3-external-1\.amazonaws\.com)$/;

/**
 * The path of a file, below the address of the API. The host in the address does not count: it is never asked.
 * @returns null: the address is not of a file of this account
 */
export function filePathOf(source: string, accountSid: string): string | null {
  const [, path, account, recording, ending] = FILE.exec(source) ?? [];
  if (path === undefined || account !== accountSid) return null;
  // Without an ending, the address of a recording can also stand for its description.
  return recording !== undefined && ending === undefined ? `${path}.wav` : path;
}

/** Tells whether Twilio keeps files at an address. */
export function isFileHost({ protocol, hostname, port }: URL): boolean {
  return protocol === 'https:' && port === '' && FILE_HOSTS.test(hostname);
}
