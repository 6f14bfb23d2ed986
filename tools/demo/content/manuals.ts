import { folder, link, pdf, png, xlsx } from '../shelf.js';
import { heading, list, note, steps, table, text } from '../write/paper.js';
import { nozzles, serviceIntervals } from './sheets.js';
import { balerTwine, tractorSide } from './drawings.js';

const daily = steps(
  'Park on level ground, lower all implements, stop the engine and take the key out.',
  'Check the engine oil and the coolant. Fill up to the upper mark, never above it.',
  'Look at the tires for cuts and at the wheel nuts for loose ones.',
  'Grease the front axle pivot and the three-point hitch, two strokes each.',
  'Walk around the machine once more and look for people before you start.',
);

const ft420 = pdf(
  'FT 420 Operator Manual',
  'OM-FT420-11',
  'FT 420 Operator Manual | Tractors of 118 hp, from serial number 42-1180',
  text(
    'This manual tells you how to run the FT 420 safely and keep it in good order. Read it before the first start and keep it in the cab, in the pocket behind the seat.',
  ),
  heading('Before each shift'),
  daily,
  note(
    'Never start the engine from the ground. The tractor can move as soon as the starter turns.',
  ),
  heading('Technical data'),
  table(
    'Item | FT 420 | FT 420 Hi-Clear',
    'Engine | 4.5 l, 4 cylinders | 4.5 l, 4 cylinders',
    'Rated power | 118 hp (88 kW) | 118 hp (88 kW)',
    'Fuel tank | 58 gal | 52 gal',
    'Hydraulic flow | 29 gpm | 29 gpm',
    'Weight without ballast | 11,240 lb | 11,690 lb',
    'Ground clearance | 18 in | 29 in',
  ),
  heading('Starting in the cold'),
  text(
    'Below 23 °F wait until the glow lamp goes out. Let the engine idle for two minutes before you move off, so that the turbocharger gets oil. Do not use starting fluid: the intake heater would light it.',
  ),
  heading('Hitching an implement'),
  list(
    'Only one person hitches; nobody stands between tractor and implement while it moves.',
    'Use the outside buttons on the fender, not the cab lever.',
    'Lock the lower links and shake the implement before you lift it.',
    'Check that the drive shaft guard is whole and its chain is hooked in.',
  ),
  heading('When something is wrong'),
  table(
    'What you see | Likely cause | What to do',
    'Engine does not crank | Seat switch open | Sit down; if that does not help call the service desk',
    'Hitch rises slowly | Filter clogged | Change filter 84-2207, then bleed the hitch',
    'Red lamp and buzzer | Oil pressure low | Stop the engine at once and do not start it again',
    'Three-point hitch drifts down | Valve leaks | Lower the load and book a service visit',
  ),
);

const ft460 = pdf(
  'FT 460 Operator Manual',
  'OM-FT460-06',
  'FT 460 Operator Manual | Tractors of 152 hp with the stepless transmission',
  text('Differences to the FT 420 are marked. Everything else is as in OM-FT420.'),
  heading('Before each shift'),
  daily,
  heading('The stepless transmission'),
  text(
    'Push the lever forward for a faster ground speed and pull it back to slow down. The transmission holds the tractor on a slope at any speed, zero too; still, set the parking brake before you leave the seat.',
  ),
  table(
    'Range | Speed | For',
    'Field | 0 to 13 mph | Tillage, seeding',
    'Road | 0 to 31 mph | Transport',
  ),
  heading('Towing'),
  note('Tow for at most 500 yards and at most 6 mph, with the neutral screw opened.'),
);

const baler = pdf(
  'RB 150 Operator Manual',
  'OM-RB150-04',
  'RB 150 Operator Manual | Round baler with net and twine',
  text('The RB 150 makes bales of 4 by 5 feet. It needs a tractor of at least 70 hp and 540 rpm.'),
  heading('Clearing a plug'),
  note(
    'Stop the engine and wait until everything stands still. Most bad accidents with balers happen while somebody clears a plug with the drive running.',
  ),
  steps(
    'Disengage the drive, stop the engine, take the key out.',
    'Close the tailgate lock valve before you reach inside.',
    'Pull the crop out backwards with the hook, never by hand.',
    'Open the lock valve and turn the drive by hand once before you go on.',
  ),
  heading('Net wrap'),
  table('Crop | Layers | Tension', 'Dry hay | 2 | 4', 'Straw | 2.5 | 5', 'Silage | 3.5 | 6'),
);

const sprayer = pdf(
  'SP 900 Operator Manual',
  'OM-SP900-03',
  'SP 900 Operator Manual | Self-propelled sprayer, 900 gallons',
  text('Wear gloves, goggles and boots whenever you handle chemicals, and also while you rinse.'),
  heading('Rinsing'),
  steps(
    'Spray the tank empty in the field.',
    'Fill 90 gallons of clean water and run the agitator for five minutes.',
    'Spray the rinse water over ground that was treated already.',
    'Repeat twice. Clean the nozzles with air, never with your mouth.',
  ),
  heading('Boom heights'),
  table(
    'Nozzle angle | Spacing 15 in | Spacing 20 in',
    '80° | 20 in | 26 in',
    '110° | 14 in | 20 in',
  ),
);

const quickStart = pdf(
  'FT Series Quick Start Card',
  'QS-FT-02',
  'FT Series Quick Start | Two minutes before you drive off',
  daily,
  heading('Lamps you must not ignore'),
  table(
    'Lamp | Meaning',
    'Red oil can | Stop the engine now',
    'Red thermometer | Idle until it goes out',
    'Yellow wrench | Book a service this week',
  ),
);

export const manuals = folder(
  'Manuals',
  folder(
    'Tractors',
    folder(
      'FT 400 Series',
      folder('FT 420', ft420, png('FT 420 Side View', tractorSide)),
      folder('FT 460', ft460, xlsx('FT 460 Service Intervals', serviceIntervals)),
      quickStart,
    ),
    link('Which displays and implements work together', 'https://www.aef-isobus-database.org'),
  ),
  folder('Balers', folder('RB 150', baler, png('RB 150 Twine Path', balerTwine))),
  folder('Sprayers', folder('SP 900', sprayer, xlsx('SP 900 Nozzle Chart', nozzles))),
  link('ASABE standards library', 'https://elibrary.asabe.org'),
);
