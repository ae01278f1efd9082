/** The vehicle types that a decode can give. A type that a client supplies may be any text. */
export const VEHICLE_TYPES = [
  'sedan',
  'coupe',
  'hatchback',
  'wagon',
  'convertible',
  'suv',
  'truck',
  'van',
  'motorcycle',
  'trailer',
  'other',
] as const;
export type VehicleType = (typeof VEHICLE_TYPES)[number];

/**
 * The body classes of NHTSA's vPIC for each type. All other classes become `other`: buses and their chassis, motor homes,
 * ambulances, fire apparatus, limousines, low-speed vehicles, quads, snowmobiles and work machines.
 */
const BODY_CLASSES: Readonly<Record<Exclude<VehicleType, 'other'>, readonly string[]>> = {
  sedan: ['Sedan/Saloon', 'Sedan', 'Saloon'],
  coupe: ['Coupe'],
  hatchback: ['Hatchback/Liftback/Notchback', 'Hatchback'],
  wagon: ['Wagon', 'Station Wagon'],
  convertible: ['Convertible/Cabriolet', 'Convertible', 'Roadster'],
  suv: [
    'Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)',
    'Sport Utility Vehicle (SUV)',
    'SUV',
    'Crossover Utility Vehicle (CUV)',
  ],
  truck: [
    'Pickup',
    'Sport Utility Truck (SUT)',
    'Truck',
    'Truck-Tractor',
    'Incomplete - Chassis Cab',
    'Incomplete - Chassis Cab (Single Cab)',
    'Incomplete - Chassis Cab (Double Cab)',
    'Incomplete - Chassis Cab (Number of Cab Unknown)',
    'Incomplete - Commercial Chassis',
    'Incomplete - Cutaway',
    'Incomplete - Glider',
    'Incomplete - Stripped Chassis',
  ],
  van: ['Van', 'Cargo Van', 'Minivan', 'Step Van / Walk-in Van'],
  motorcycle: [
    'Motorcycle',
    'Off-road Vehicle - Dirt Bike / Off-Road',
    'Off-road Vehicle - Enduro (Off-road long distance racing)',
    'Off-road Vehicle - Motocross (Off-road short distance, closed track racing)',
  ],
  trailer: ['Trailer', 'Incomplete - Trailer Chassis'],
};

/**
 * The beginning of the names of motorcycle classes. vPIC has more than twenty of these classes, all named `Motorcycle - …`. Only
 * the beginning is compared, because the rest is different in every name.
 */
const MOTORCYCLE_FAMILY = 'motorcycle ';

const TYPE_OF_NAME: ReadonlyMap<string, VehicleType> = new Map(
  VEHICLE_TYPES.filter((type) => type !== 'other').flatMap((type) =>
    BODY_CLASSES[type].map((name): [string, VehicleType] => [wordsOf(name), type]),
  ),
);

/** The vehicle type of a vPIC body class; `other` for an unknown class and for null. */
export function vehicleTypeOf(bodyClass: string | null): VehicleType {
  if (bodyClass === null) return 'other';
  const words = wordsOf(bodyClass);
  return TYPE_OF_NAME.get(words) ?? (words.startsWith(MOTORCYCLE_FAMILY) ? 'motorcycle' : 'other');
}

/**
 * The words of a class name in lower case, without punctuation, because vPIC spells the same class with different hyphens,
 * capitals and blanks around slashes.
 */
function wordsOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
