import type { VehicleType } from '../../../domain/vehicles/vehicle.js';

export interface VehicleModel {
  readonly make: string;
  readonly model: string;
  readonly trims: readonly string[];
  readonly type: VehicleType;
  /** the first eight characters of its VINs: the manufacturer and the model */
  readonly vin: string;
}

const models = (type: VehicleType, ...lines: (readonly [string, string, string, string])[]): VehicleModel[] =>
  lines.map(([make, model, trims, vin]) => ({ make, model, trims: trims.split(','), type, vin }));

export const VEHICLE_MODELS: readonly VehicleModel[] = [
  ...models(
    'sedan',
    ['HONDA', 'Civic', 'LX,EX,Touring', '2HGFC2F5'],
    ['TOYOTA', 'Corolla', 'L,LE,XSE', '2T1BURHE'],
    ['TESLA', 'Model 3', 'Long Range,Performance', '5YJ3E1EA'],
    ['HYUNDAI', 'Elantra', 'Essential,Preferred', 'KMHD84LF'],
    ['BMW', '330i', 'xDrive', 'WBA5R7C5'],
    ['MERCEDES-BENZ', 'C-Class', 'C 300', '55SWF8EB'],
  ),
  ...models(
    'suv',
    ['TOYOTA', 'RAV4', 'LE,XLE,Trail', '2T3B1RFV'],
    ['TESLA', 'Model Y', 'Long Range,Performance', '7SAYGDEE'],
    ['MAZDA', 'CX-5', 'GS,GT,Signature', 'JM3KFBDM'],
    ['KIA', 'Sportage', 'LX,EX', 'KNDPMCAC'],
    ['NISSAN', 'Rogue', 'S,SV,Platinum', '5N1AT2MV'],
    ['JEEP', 'Wrangler', 'Sport,Rubicon', '1C4HJXDG'],
    ['AUDI', 'Q5', 'Komfort,Technik', 'WA1BNAFY'],
  ),
  ...models(
    'truck',
    ['FORD', 'F-150', 'XL,XLT,Lariat', '1FTEW1EP'],
    ['RAM', '1500', 'Big Horn,Limited', '1C6SRFFT'],
    ['CHEVROLET', 'Silverado', 'LT,RST', '3GCUYDED'],
    ['GMC', 'Sierra', 'SLE,Denali', '3GTU9DED'],
  ),
  ...models('wagon', ['SUBARU', 'Outback', 'Convenience,Wilderness', '4S4BSANC']),
  ...models('hatchback', ['VOLKSWAGEN', 'Golf', 'Comfortline,GTI', '3VWG17AU']),
  ...models('coupe', ['PORSCHE', '911', 'Carrera,Carrera S', 'WP0AB2A9']),
  ...models('convertible', ['MAZDA', 'MX-5', 'GS,GT', 'JM1NDAM7']),
  ...models('van', ['DODGE', 'Grand Caravan', 'SE,GT', '2C4RDGBG'], ['FORD', 'Transit', '250,350', '1FTYR2CM']),
  ...models('motorcycle', ['HARLEY-DAVIDSON', 'Road Glide', 'Standard', '1HD1KHM1']),
];
