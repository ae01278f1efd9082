/** The currency of the shop `$1`. A subquery looks it up once for each statement; a join would look it up for every row. */
export const SHOP_CURRENCY = '(select s.currency from shops s where s.id = $1) as "currency"';
