/** The currency of the shop that is `$1`: looked up once a statement, where a join would look it up for every row. */
export const SHOP_CURRENCY = '(select s.currency from shops s where s.id = $1) as "currency"';
