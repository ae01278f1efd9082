/**
 * The view with one row of each shop. A part of a write that inserts rows of an earlier part takes its shop from it: `select
 * here.shop_id, … from shop_rows here, stored, … where here.shop_id = $1`. So Citus sends the rows of the earlier part only to the
 * server of the shop. It would send them to every server if no distributed table were beside them, and no shop could write while
 * a server is away. On one PostgreSQL the rows are those of `shops`, to which a foreign key leads from every stored row.
 */
export const SHOP_ROWS = 'shop_rows';
