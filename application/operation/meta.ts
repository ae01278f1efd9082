import { Int, Text } from '../fields/fields.js';

/** What a cursor list says beside its records. */
export class CursorMeta {
  @Text({ nullable: true, description: 'Cursor of the next page; null on the last.' }) next_cursor!: string | null;
}

/** What an offset list says beside its records. */
export class OffsetMeta {
  @Int({ min: 0, description: 'Exact number of matching records.', example: 1 }) total!: number;
  @Int({ min: 0, description: 'Matching records that are not on this page.' }) omitted!: number;
  @Int({ nullable: true, description: 'Offset of the next page; null when no more.' }) next_offset!: number | null;
}
