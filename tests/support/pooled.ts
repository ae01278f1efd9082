/** The addresses at which a service reaches a database: with jest.pooler.config.mjs through a PgBouncer, else without one. */
export function reach(databaseUrl: string): { readonly url: string; readonly directUrl: string | null } {
  const port = process.env['SHOP_TEST_POOLER_PORT'];
  if (port === undefined) return { url: databaseUrl, directUrl: null };
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = port;
  return { url: url.href, directUrl: databaseUrl };
}

/** The settings of these addresses. */
export function settingsToReach(databaseUrl: string): Readonly<Record<string, string>> {
  const { url, directUrl } = reach(databaseUrl);
  return { DATABASE_URL: url, ...(directUrl !== null && { DATABASE_DIRECT_URL: directUrl }) };
}
