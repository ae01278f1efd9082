import { VEHICLE_TYPES, vehicleTypeOf } from '../../../domain/vehicles/vehicle.js';

describe('the function vehicleTypeOf', () => {
  it.each([
    ['Sedan/Saloon', 'sedan'],
    ['Coupe', 'coupe'],
    ['Hatchback/Liftback/Notchback', 'hatchback'],
    ['Wagon', 'wagon'],
    ['Convertible/Cabriolet', 'convertible'],
    ['Roadster', 'convertible'],
    ['Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)', 'suv'],
    ['Sport Utility Vehicle (SUV)/Multi Purpose Vehicle (MPV)', 'suv'],
    ['Crossover Utility Vehicle (CUV)', 'suv'],
    ['Pickup', 'truck'],
    ['Sport Utility Truck (SUT)', 'truck'],
    ['Truck', 'truck'],
    ['Truck-Tractor', 'truck'],
    ['Truck - Tractor', 'truck'],
    ['Incomplete - Chassis Cab (Single Cab)', 'truck'],
    ['Incomplete - Cutaway', 'truck'],
    ['Van', 'van'],
    ['Minivan', 'van'],
    ['Cargo Van', 'van'],
    ['Step Van / Walk-in Van', 'van'],
    ['Motorcycle - Standard', 'motorcycle'],
    ['Motorcycle - Unenclosed Three Wheeled or Open Autocycle [1 Rear Wheel]', 'motorcycle'],
    ['Off-road Vehicle - Dirt Bike / Off-Road', 'motorcycle'],
    ['Trailer', 'trailer'],
    ['Incomplete - Trailer Chassis', 'trailer'],
  ])('maps %s to %s', (bodyClass, type) => {
    expect(vehicleTypeOf(bodyClass)).toBe(type);
  });

  it.each([
    'Bus',
    'Bus - School Bus',
    'Incomplete',
    'Incomplete - Transit Bus Chassis',
    'Incomplete - Motor Home Chassis',
    'Motorhome',
    'Limousine',
    'Ambulance',
    'Fire Apparatus',
    'Street Sweeper',
    'Streetcar / Trolley',
    'Off-road Vehicle - Snowmobile',
    'Low Speed Vehicle (LSV) / Neighborhood Electric Vehicle (NEV)',
    'Hovercraft',
    'Motorcycles',
    '',
    'constructor',
    '__proto__',
  ])('maps %j to other', (bodyClass) => {
    expect(vehicleTypeOf(bodyClass)).toBe('other');
  });

  it('returns other without a body class', () => {
    expect(vehicleTypeOf(null)).toBe('other');
  });

  it('ignores case, blanks and hyphens', () => {
    expect(vehicleTypeOf('  SEDAN / SALOON ')).toBe('sedan');
    expect(vehicleTypeOf('MOTORCYCLE - MOPED')).toBe('motorcycle');
  });

  it('maps its own names to themselves', () => {
    const known = VEHICLE_TYPES.map((type) => vehicleTypeOf(type));
    expect(known).toEqual(VEHICLE_TYPES);
  });
});
