/** The currency of the shop `$1`. This subquery runs once in a statement; a join would look the currency up for every row. */
export const SHOP_CURRENCY = '(select s.currency from shops s where s.id = $1) as "currency"';
