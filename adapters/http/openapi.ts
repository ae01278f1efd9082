import type { Operation } from '../../application/operation/operation.js';

export function openApiDocument(_operations: readonly Operation[]): object {
  return { openapi: '3.1.0' };
}
