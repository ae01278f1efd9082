import { Int, Text } from '../fields/fields.js';

/** The `meta` of a cursor list. */
export class CursorMeta {
  @Text({ nullable: true, description: 'Cursor of the next page; null on the last.' }) next_cursor!: string | null;
}

/** The `meta` of an offset list. */
export class OffsetMeta {
  @Int({ min: 0, description: 'Exact number of matching records.', example: 1 }) total!: number;
  @Int({ min: 0, description: 'Matching records that are not on this page.' }) omitted!: number;
  @Int({ nullable: true, description: 'Offset of the next page; null when no more.' }) next_offset!: number | null;
}
