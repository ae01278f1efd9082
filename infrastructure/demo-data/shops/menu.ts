import type { Language } from '../texts/texts.js';

export type Words = Readonly<Record<Language, string>>;

/** Prices in cents of the menu. The prices of tiers begin with the smallest vehicle's. */
export type MenuPrice =
  | { readonly model: 'flat' | 'per_hour' | 'per_sqft'; readonly price: number }
  | { readonly model: 'tiered'; readonly prices: readonly number[] }
  | { readonly model: 'custom' };

export interface MenuItem {
  readonly name: Words;
  readonly description?: Words;
  /** null: no category */
  readonly category: Words | null;
  readonly price: MenuPrice;
  readonly minutes?: number;
  readonly cureHours?: number;
  readonly deposit?: readonly ['fixed', cents: number] | readonly ['percent', hundredths: number];
  /** `retired`: no longer sold. `desk`: sold, but not on the booking page. */
  readonly is?: readonly ('addon' | 'retired' | 'desk' | 'exempt')[];
  readonly sku?: string;
  readonly image?: string;
}

const words = (en: string, ja: string): Words => ({ en, ja });
const flat = (price: number): MenuPrice => ({ model: 'flat', price });
const tiered = (...prices: readonly number[]): MenuPrice => ({ model: 'tiered', prices });

const DETAILING = words('Detailing', 'ディテイリング');
const COATING = words('Ceramic coating', 'コーティング');
const FILM = words('Film and tint', 'フィルム');
const BRAKES = words('Brakes', 'ブレーキ');
const WHEELS = words('Wheels', 'ホイール');
const SERVICE = words('Service', '整備');

/** A menu with every pricing model, every kind of deposit and every flag. Some items have no category. */
export const MENU: readonly MenuItem[] = [
  {
    name: words('Full interior detail', '車内クリーニング'),
    category: DETAILING,
    price: tiered(15_900, 17_900, 21_900, 23_900, 26_900, 32_900),
    minutes: 150,
    sku: 'DET-INT',
    image: 'interior',
    description: words(
      'Seats, carpets, glass and vents.\nHot-water extraction included.',
      'シート・カーペット・ガラス・送風口。\n温水洗浄込み。',
    ),
  },
  {
    name: words('Exterior wash and wax', '手洗い洗車・ワックス'),
    category: DETAILING,
    price: tiered(6900, 7900, 9900, 9900, 11_900, 15_900),
    minutes: 60,
    sku: 'DET-EXT',
    image: 'exterior',
  },
  { name: words('Odour removal', '消臭'), category: DETAILING, price: flat(12_900), minutes: 120, cureHours: 2, sku: 'DET-ODR' },
  {
    name: words('Engine bay cleaning', 'エンジンルーム洗浄'),
    category: DETAILING,
    price: flat(8900),
    minutes: 45,
    is: ['addon'],
  },
  {
    name: words('Pet hair removal', 'ペットの毛の除去'),
    category: DETAILING,
    price: { model: 'per_hour', price: 6500 },
    is: ['addon'],
  },
  {
    name: words('Headlight restoration', 'ヘッドライト磨き'),
    category: DETAILING,
    price: flat(11_900),
    minutes: 75,
    is: ['addon', 'desk'],
  },
  {
    name: words('Ceramic coating, 3 years', 'ガラスコーティング 3年'),
    category: COATING,
    price: tiered(79_900, 84_900, 89_900, 94_900, 99_900, 129_900),
    minutes: 420,
    cureHours: 12,
    deposit: ['percent', 2500],
    sku: 'CER-3',
    image: 'coating',
    description: words('Paint correction in one step, then one layer.', '下地処理と1層コーティング。'),
  },
  {
    name: words('Ceramic coating, 5 years', 'ガラスコーティング 5年'),
    category: COATING,
    price: tiered(109_900, 119_900, 129_900, 139_900, 149_900, 179_900),
    minutes: 600,
    cureHours: 24,
    deposit: ['percent', 3333],
    sku: 'CER-5',
    image: 'coating',
  },
  {
    name: words('Coating top-up', 'コーティングメンテナンス'),
    category: COATING,
    price: flat(19_900),
    minutes: 90,
    cureHours: 1.5,
    sku: 'CER-TOP',
  },
  {
    name: words('Ceramic coating, 1 year', 'ガラスコーティング 1年'),
    category: COATING,
    price: flat(49_900),
    minutes: 240,
    cureHours: 8,
    is: ['retired'],
    sku: 'CER-1',
  },
  {
    name: words('Paint correction', '塗装磨き'),
    category: words('Paint', '塗装'),
    price: { model: 'per_hour', price: 11_000 },
    deposit: ['fixed', 10_000],
    sku: 'PNT-COR',
  },
  {
    name: words('Dent repair, paintless', 'デントリペア'),
    category: words('Paint', '塗装'),
    price: { model: 'custom' },
    is: ['desk'],
    sku: 'PNT-DNT',
  },
  {
    name: words('Window tint, rear', 'カーフィルム リア'),
    category: FILM,
    price: flat(28_900),
    minutes: 120,
    cureHours: 4,
    deposit: ['fixed', 5000],
    sku: 'TNT-R',
  },
  {
    name: words('Window tint, all round', 'カーフィルム 全面'),
    category: FILM,
    price: flat(44_900),
    minutes: 210,
    cureHours: 4,
    deposit: ['fixed', 5000],
    sku: 'TNT-A',
  },
  {
    name: words('Paint protection film, by area', 'プロテクションフィルム（面積）'),
    category: FILM,
    price: { model: 'per_sqft', price: 3250 },
    deposit: ['percent', 5000],
    sku: 'PPF-SQ',
  },
  {
    name: words('Paint protection film, full front', 'プロテクションフィルム フロント'),
    category: FILM,
    price: flat(169_900),
    minutes: 960,
    cureHours: 24,
    deposit: ['percent', 5000],
    sku: 'PPF-F',
  },
  { name: words('Van wrap', 'ラッピング'), category: FILM, price: { model: 'custom' }, is: ['desk'], deposit: ['percent', 3000] },
  {
    name: words('Front brake pads and rotors', 'フロントブレーキ交換'),
    category: BRAKES,
    price: flat(48_900),
    minutes: 120,
    sku: 'BRK-F',
  },
  { name: words('Rear brake pads', 'リアブレーキパッド交換'), category: BRAKES, price: flat(26_900), minutes: 90, sku: 'BRK-R' },
  { name: words('Brake fluid flush', 'ブレーキフルード交換'), category: BRAKES, price: flat(11_900), minutes: 40, is: ['addon'] },
  { name: words('Seasonal wheel change', 'タイヤ履き替え'), category: WHEELS, price: flat(8900), minutes: 40, sku: 'WHL-CHG' },
  { name: words('Wheel alignment', 'アライメント調整'), category: WHEELS, price: flat(12_900), minutes: 60, sku: 'WHL-ALN' },
  { name: words('Wheel storage, half a year', 'タイヤ保管 半年'), category: WHEELS, price: flat(7500), is: ['addon', 'exempt'] },
  {
    name: words('Oil change, synthetic', 'オイル交換'),
    category: SERVICE,
    price: tiered(8900, 9900, 10_900, 12_900, 12_900, 17_900),
    minutes: 45,
    sku: 'SRV-OIL',
  },
  { name: words('Coolant flush', '冷却水交換'), category: SERVICE, price: flat(13_900), minutes: 60 },
  { name: words('Battery replacement', 'バッテリー交換'), category: SERVICE, price: flat(24_900), minutes: 30 },
  { name: words('Diagnosis', '診断'), category: SERVICE, price: { model: 'per_hour', price: 13_500 }, is: ['desk'] },
  {
    name: words('Air conditioning recharge (R12)', 'エアコンガス充填（R12）'),
    category: SERVICE,
    price: flat(18_900),
    minutes: 60,
    is: ['retired', 'exempt'],
  },
  { name: words('Pre-purchase inspection', '購入前点検'), category: null, price: flat(14_900), minutes: 75 },
  { name: words('Gift voucher', 'ギフト券'), category: null, price: flat(10_000), is: ['exempt', 'desk'] },
];
