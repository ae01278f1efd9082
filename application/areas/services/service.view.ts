import { PRICING_MODELS, type MenuItem } from '../../../domain/services/service.js';
import { majorUnits } from '../../../domain/shared/money.js';
import { Amount, Decimal, Flag, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';

export class ServiceView {
  @Uuid() id!: string;
  @Text({ example: 'Ceramic coating, 3 years' }) name!: string;
  @Text({ nullable: true }) description!: string | null;
  @Text({ nullable: true, example: 'Detailing' }) category!: string | null;
  @OneOf(PRICING_MODELS) pricing_model!: string;
  @Amount({
    nullable: true,
    description: 'Shop currency; null on `tiered` (priced by vehicle size) and `custom` (by quote).',
    example: 899.5,
  })
  base_price!: number | null;
  @Int({ nullable: true, example: 240 }) duration_minutes!: number | null;
  @Decimal({ nullable: true, example: 12 }) cure_time_hours!: number | null;
  @Flag({ description: 'True if the service is still sold.', example: true }) active!: boolean;
  @Flag({ description: 'True if the public booking page shows the service.', example: true }) bookable!: boolean;
  @Flag({ description: 'True if the service is an extra to another service.' }) addon!: boolean;
  @Flag() tax_exempt!: boolean;
  @Text({ nullable: true }) sku!: string | null;

  static of(service: MenuItem): ServiceView {
    return {
      id: service.id,
      name: service.name,
      description: service.description,
      category: service.category,
      pricing_model: service.pricingModel,
      base_price: service.basePrice === null ? null : majorUnits(service.basePrice, service.currency),
      duration_minutes: service.durationMinutes,
      cure_time_hours: service.cureTimeHours,
      active: service.active,
      bookable: service.bookable,
      addon: service.addon,
      tax_exempt: service.taxExempt,
      sku: service.sku,
    };
  }
}
