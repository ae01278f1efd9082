import type pg from 'pg';
import type { DataSource } from 'typeorm';

export function poolOf({ driver }: DataSource): pg.Pool {
  // TypeORM types its driver's pool as `any`. With the `pg` package it is a pg.Pool.
  return (driver as unknown as { readonly master: pg.Pool }).master;
}
