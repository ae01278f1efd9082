import { Int, Text } from '../fields/fields.js';

export class CursorMeta {
  @Text({ nullable: true, description: 'The cursor of the next page. Null on the last page.' }) next_cursor!: string | null;
}

export class OffsetMeta {
  @Int({ min: 0, description: 'The exact number of matching records.', example: 1 }) total!: number;
  @Int({ min: 0, description: 'Matching records that are not on this page.' }) omitted!: number;
  @Int({ nullable: true, description: 'The offset of the next page. Null if there is none.' }) next_offset!: number | null;
}
