import { foldForSearch } from '../../../domain/shared/search.js';
import { Int, Text } from '../../kernel/fields/fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { itemsOf } from '../../kernel/operation/output.js';
import { Services, type ServiceCategory } from './services.js';

class ListCategoriesInput {}

class ServiceCategoryView {
  @Text({ description: 'The value for `category` of services.list.', example: 'Detailing' }) category!: string;
  @Int({ min: 1, description: 'The number of its services, with those no longer sold.', example: 12 }) count!: number;

  static of({ category, count }: ServiceCategory): ServiceCategoryView {
    return { category, count };
  }
}

class ListCategories implements UseCase<ListCategoriesInput, readonly ServiceCategory[]> {
  constructor(private readonly services: Services) {}

  async execute({ shop }: Caller): Promise<readonly ServiceCategory[]> {
    return (await this.services.categories(shop.id)).toSorted(alphabetically);
  }
}

function alphabetically({ category: one }: ServiceCategory, { category: other }: ServiceCategory): number {
  const [first, second] = [foldForSearch(one), foldForSearch(other)];
  // Names that are equal after folding, such as `Café` and `Cafe`, are ordered by their code units.
  const before = first === second ? one < other : first < second;
  return before ? -1 : 1;
}

export const listCategories = operation(ListCategories, {
  name: 'services.categories',
  summary: 'List the categories of the menu',
  description:
    'Lists the categories of the menu by name, each with the exact number of its services; services.list takes a `category`. ' +
    'Nobody is contacted. A repetition reads anew. Refuses nothing: it takes nothing.',
  scope: 'read',
  capability: { permission: 'shop.manage', budget: 'read', feature: 'services' },
  input: ListCategoriesInput,
  output: itemsOf(ServiceCategoryView),
  needs: [Services],
});
