// The least that a start can cost: node:http, pg, and one statement for a request. workshop/bench/start.mjs compares the service
// with it.
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const SHOP = 'select id, name, timezone, country, currency from shops where id = $1';

createServer(async (_, response) => {
  const { rows } = await pool.query({ name: 'shop', text: SHOP, values: [process.env.SHOP] });
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ data: { shop: rows[0] } }));
}).listen(0, '127.0.0.1', function listening() {
  process.stdout.write(`http://127.0.0.1:${this.address().port}\n`);
});

// process.exit writes NODE_V8_COVERAGE, which the end by a signal does not.
process.once('SIGTERM', () => process.exit(0));
