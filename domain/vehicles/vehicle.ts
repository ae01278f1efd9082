import { withMerged, type Annotated, type AnnotationChange } from '../shared/annotated.js';
import { Conflict, ValidationError } from '../shared/errors.js';
import type { Changing } from '../shared/changing.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import type { CustomerId, VehicleId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import { lettersAndDigits } from '../shared/search.js';
import { codePoints, hasLineBreak, isPrintable, normalizeText } from '../shared/text.js';

export interface Vehicle extends VehicleFacts, Changing, Annotated {
  readonly id: VehicleId;
  readonly customerId: CustomerId;
  readonly color: string | null;
  readonly vin: Vin | null;
  /** the plate as it was recorded; `comparablePlate` gives the form in which plates are compared */
  readonly licensePlate: string | null;
  readonly mileage: number | null;
  /** true: the decoder gave no usable answer when the vehicle was stored, so it is asked again in the background */
  readonly decodePending: boolean;
  readonly createdAt: Instant;
}

export type NewVehicle = Omit<Vehicle, 'createdAt' | 'decodePending'>;

/** The new values of a vehicle. An absent field is not changed. A field that is null is cleared. */
export interface VehicleChange extends AnnotationChange {
  readonly customerId?: CustomerId;
  readonly vin?: Vin;
  readonly year?: number | null;
  readonly make?: string | null;
  readonly model?: string | null;
  readonly trim?: string | null;
  readonly color?: string | null;
  readonly licensePlate?: string | null;
  readonly mileage?: number | null;
  readonly vehicleType?: string;
}

/** @throws ValidationError when the vehicle has no VIN, make or model */
export function requireKnowable({ vin, make, model }: Record<'vin' | 'make' | 'model', string | null>): void {
  if (!vin && !make && !model) throw new ValidationError('vin', 'a VIN, or at least a make or a model, is required');
}

type NewVehicleKind = 'vehicle.created' | 'vehicle.decode_missed';

/** Makes a new vehicle. @param decode the decoder's answer; null: the decoder gave no usable answer, or was not asked */
export function openVehicle(given: NewVehicle, decode: VinDecode | null, now: Instant): Decision<Vehicle, NewVehicleKind> {
  const decodePending = given.vin !== null && decode === null;
  const facts = decode ? mergeDecode(given, decode) : given;
  return changed({ ...given, ...facts, decodePending, createdAt: now }, now, [
    { type: 'vehicle.created' },
    ...(decodePending ? [{ type: 'vehicle.decode_missed' } as const] : []),
  ]);
}

/** Applies a late decode to the facts that are still missing. If the decode comes twice, the second one changes nothing. */
export function completeVehicle(vehicle: Vehicle, decode: VinDecode, now: Instant): Decision<Vehicle, 'vehicle.updated'> {
  if (!vehicle.decodePending) return unchanged(vehicle);
  return changed({ ...vehicle, ...mergeDecode(vehicle, decode), decodePending: false }, now, [{ type: 'vehicle.updated' }]);
}

/**
 * Corrects a vehicle. A VIN that it gets is decoded as that of a new vehicle: the decode fills what is not known.
 * @param decode the decoder's answer about this VIN; null: the decoder gave no usable answer, or was not asked
 * @throws Conflict when the vehicle has another VIN; ValidationError when it would have no VIN, make or model, or too
 * much metadata
 */
export function correctVehicle(
  vehicle: Vehicle,
  change: VehicleChange,
  decode: VinDecode | null,
  now: Instant,
): Decision<Vehicle, 'vehicle.updated' | 'vehicle.decode_missed'> {
  const given: Vehicle = { ...vehicle, ...withMerged(vehicle, change) };
  const isIdentified = given.vin !== vehicle.vin;
  if (isIdentified && vehicle.vin !== null) throw new Conflict('the vehicle has a VIN, which cannot be replaced');
  requireKnowable(given);
  const corrected = isIdentified ? identified(given, decode) : given;
  const fields = Object.keys(corrected) as (keyof Vehicle)[]; // safe: a vehicle has no other properties
  if (fields.every((field) => corrected[field] === vehicle[field])) return unchanged(vehicle);
  const isMissed = corrected.decodePending && !vehicle.decodePending;
  return changed(corrected, now, [
    { type: 'vehicle.updated' },
    ...(isMissed ? [{ type: 'vehicle.decode_missed' } as const] : []),
  ]);
}

function identified(vehicle: Vehicle, decode: VinDecode | null): Vehicle {
  return { ...vehicle, ...(decode && mergeDecode(vehicle, decode)), decodePending: decode === null };
}

/** The facts that a decoder knows about a VIN, in the decoder's spelling. No limits have been checked. Null: unknown. */
export interface VinDecode {
  readonly year: number | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly trim: string | null;
  /** The name of the body class in vPIC, such as `Sedan/Saloon`. */
  readonly bodyClass: string | null;
}

/** The facts about a vehicle that a VIN can tell. Null: neither supplied nor decoded. */
export interface VehicleFacts {
  readonly year: number | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly trim: string | null;
  /** Any text that a client supplied, or a decoded type. Null is shown as `other`; a late decode can still fill it. */
  readonly vehicleType: string | null;
}

const FIRST_YEAR = 1885;
const LAST_YEAR = 2100;
const NAME_CODE_POINTS = 80;

/**
 * Returns the facts about a vehicle, with missing facts filled from a decode. A known fact is never overwritten, so a decode may
 * come after the vehicle was stored, and may come twice.
 */
export function mergeDecode(supplied: VehicleFacts, decode: VinDecode): VehicleFacts {
  return {
    year: supplied.year ?? acceptableYear(decode.year),
    make: supplied.make ?? acceptableName(decode.make),
    model: supplied.model ?? acceptableName(decode.model),
    trim: supplied.trim ?? acceptableName(decode.trim),
    vehicleType: supplied.vehicleType ?? (decode.bodyClass === null ? null : vehicleTypeOf(decode.bodyClass)),
  };
}

/** Year, make, model and trim as one text, `2003 HONDA Accord EX-V6`; null when none is known. */
export function labelOf({ year, make, model, trim }: Omit<VehicleFacts, 'vehicleType'>): string | null {
  return [year, make, model, trim].filter((part) => part !== null).join(' ') || null;
}

/** The texts by which a vehicle is found. Make, model, trim and plate are found with their blanks and hyphens, and without them. */
export function searchedTexts(
  vehicle: Omit<VehicleFacts, 'vehicleType'> & Pick<Vehicle, 'color' | 'licensePlate' | 'vin'>,
): (string | null)[] {
  const { make, model, trim, color, licensePlate, vin } = vehicle;
  return [labelOf(vehicle), color, licensePlate, ...[licensePlate, make, model, trim].map(lettersAndDigits), vin];
}

/** The decoder's year; null when it is outside of the limits of the API's own input. */
function acceptableYear(year: number | null): number | null {
  return year !== null && Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR ? year : null;
}

function acceptableName(text: string | null): string | null {
  if (text === null) return null;
  const name = normalizeText(text.replaceAll('\t', ' '));
  const acceptable = name !== '' && isPrintable(name) && !hasLineBreak(name) && codePoints(name) <= NAME_CODE_POINTS;
  return acceptable ? name : null;
}

/** A vehicle identification number: 17 characters of A-Z and 0-9 without I, O and Q. */
export type Vin = string & { readonly __brand: 'Vin' };

const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;
/**
 * A letter or digit outside of ASCII. It is refused and not dropped, because without it the text could be the VIN of another
 * vehicle. The text is tested before it is turned into upper case, because upper case turns `ı` and `ſ` into ASCII letters.
 */
const FOREIGN_LETTER_OR_DIGIT = /(?![A-Za-z0-9])[\p{Alphabetic}\p{N}\p{M}]/u;
const SIGNS = /[^A-Za-z0-9]+/g;

/**
 * Returns the VIN in a text, in upper case and without blanks, hyphens and other signs; null when the text is not a VIN. The
 * check digit is not tested.
 */
export function normalizeVin(text: string): Vin | null {
  if (FOREIGN_LETTER_OR_DIGIT.test(text)) return null;
  const vin = text.replace(SIGNS, '').toUpperCase();
  return isVin(vin) ? vin : null;
}

function isVin(text: string): text is Vin {
  return VIN.test(text);
}

/** Returns a plate in the form in which plates are compared: in upper case, with the blanks and hyphens that are inside it. */
export function comparablePlate(plate: string): string {
  return plate.trim().normalize('NFC').toUpperCase();
}

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

export const IMPORTED_VEHICLE = { made: { type: 'vehicle.created' }, edited: { type: 'vehicle.updated' } } as const;
