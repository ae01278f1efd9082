// The baseline's database and its answers, which have the same headers as the service's.
import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { VALUE_TYPES } from '../dist/adapters/persistence/connection/values.js';
import * as bookingSql from './baseline-booking-sql.mjs';
import * as callSql from './baseline-calls-sql.mjs';
import * as inboxSql from './baseline-inbox-sql.mjs';
import * as otherSql from './baseline-sql.mjs';

const sql = { ...otherSql, ...inboxSql, ...callSql, ...bookingSql };
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  types: VALUE_TYPES,
  options: '-c timezone=UTC -c datestyle=ISO',
});

/** Runs a prepared statement. @param name its name in one of the files with SQL */
export async function rows(name, values) {
  return (await pool.query({ name, text: sql[name], values })).rows;
}

export function send(response, status, key, body, extra) {
  key.left -= 1;
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': extra?.etag ? 'private, no-cache' : 'no-store',
    'x-request-id': extra?.['x-request-id'] ?? randomUUID(),
    ratelimit: `"requests";r=${key.left};t=60`,
    'ratelimit-policy': '"requests";q=1000000000;w=60',
    ...extra,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

export function sendOne(response, key, data) {
  const body = JSON.stringify({ data });
  send(response, 200, key, body, { etag: `"${createHash('sha1').update(body).digest('base64url')}"` });
}

export function sendPage(response, key, found, limit) {
  const data = found.slice(0, limit);
  const last = data.at(-1);
  const next = found.length > limit ? Buffer.from(`${last.created_at} ${last.id}`).toString('base64url') : null;
  send(response, 200, key, JSON.stringify({ data, meta: { next_cursor: next } }));
}

export function sendItems(response, key, found) {
  const total = found[0]?.total ?? 0;
  const items = found.map(({ total: _, ...item }) => item);
  const data = { items, total, omitted: total - items.length, next_offset: items.length < total ? items.length : null };
  send(response, 200, key, JSON.stringify({ data }));
}

/** Sends a page of a REST list with its total. @param found the rows; a page without records has one row with the total alone */
export function sendCounted(response, key, found, offset) {
  const total = found[0]?.total ?? 0;
  const data = [];
  for (const { total: _, ...record } of found) if (record.id !== null) data.push(record);
  const end = offset + data.length;
  const meta = { total, omitted: total - data.length, next_offset: end < total ? end : null };
  send(response, 200, key, JSON.stringify({ data, meta }));
}

export function readBody(request) {
  return new Promise((resolve) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
  });
}

export async function readJson(request) {
  return JSON.parse(await readBody(request));
}

export function causeOf(operation, request_id, key) {
  return { operation, request_id, key_id: key?.id ?? null, user_id: null, automation_id: null, event_id: null };
}
