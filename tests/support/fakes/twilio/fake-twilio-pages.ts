export const LAST_PAGE = { page: 0, page_size: 50, next_page_uri: null, previous_page_uri: null, uri: '', first_page_uri: '' };

/** The page of a list that an address asks for. @param list one property: the name of the list, with all its entries */
export function pageOf(list: Readonly<Record<string, readonly object[]>>, { searchParams, pathname }: URL, most: number): object {
  const [name, wanted] = Object.entries(list)[0] ?? ['', []];
  const [page, size] = [Number(searchParams.get('Page') ?? 0), Math.min(most, Number(searchParams.get('PageSize') ?? 50))];
  const hasMore = wanted.length > (page + 1) * size;
  searchParams.set('Page', String(page + 1));
  return {
    [name]: wanted.slice(page * size, (page + 1) * size),
    ...LAST_PAGE,
    ...(hasMore && { next_page_uri: `${pathname}?${searchParams.toString()}` }),
  };
}
