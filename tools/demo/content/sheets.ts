import { cells } from '../write/paper.js';
import type { Cell, Sheet } from '../write/xlsx.js';

/** Cells are separated by `|`; what reads as a number is one. */
const sheet = (
  name: string,
  header: string,
  rows: readonly string[],
  money: number[] = [],
): Sheet => ({
  name,
  header: cells(header),
  rows: rows.map((row) => cells(row).map(valueOf)),
  money,
});

const valueOf = (cell: string): Cell => (/^\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell);

export const serviceIntervals = sheet(
  'Intervals',
  'Work | First at (h) | Then every (h) | Part | Hours of labor',
  [
    'Engine oil and filter | 50 | 500 | 84-2101 | 0.8',
    'Fuel filter | 500 | 500 | 84-2115 | 0.4',
    'Air filter, outer | 250 | 500 | 84-2130 | 0.2',
    'Transmission oil | 100 | 1000 | 84-3300 | 2.5',
    'Hydraulic filter | 100 | 500 | 84-2207 | 0.5',
    'Coolant | 2000 | 2000 | 84-4012 | 1.5',
    'Valve clearance | 1000 | 2000 | none | 3.0',
  ],
);

export const nozzles = sheet('Nozzles', 'Nozzle | Color | psi | gpm | gal/acre at 8 mph', [
  '110-02 | yellow | 30 | 0.17 | 6.5',
  '110-03 | blue | 30 | 0.26 | 9.7',
  '110-04 | red | 30 | 0.35 | 13.0',
  '110-05 | brown | 30 | 0.43 | 16.1',
  '110-06 | gray | 30 | 0.52 | 19.3',
  '110-08 | white | 30 | 0.69 | 25.7',
]);

export const crossReference = sheet('Filters', 'Our number | What | Fits | Replaces | In stock', [
  '84-2101 | Oil filter | FT 420, FT 460 | 84-2099 | 214',
  '84-2115 | Fuel filter | FT 420, FT 460 | 84-2110 | 96',
  '84-2130 | Air filter, outer | FT 420 | 84-2128 | 58',
  '84-2131 | Air filter, inner | FT 420 | 84-2129 | 41',
  '84-2207 | Hydraulic filter | FT 400 series, RB 150 | 84-2201 | 130',
  '84-2250 | Cab filter, carbon | FT 400 series, SP 900 | none | 77',
  '91-1040 | Suction strainer | SP 900 | 91-1038 | 25',
]);

export const wearParts = sheet(
  'Wear parts',
  'Number | Part | Machine | Life (acres) | Price',
  [
    '55-0101 | Pickup tine | RB 150 | 2500 | 6.85',
    '55-0117 | Knotter finger | RB 150 | 6000 | 48.2',
    '55-0140 | Net knife | RB 150 | 4000 | 71.9',
    '62-0033 | Opener disk, 15 in | PL 12 planter | 1800 | 54',
    '62-0040 | Closing wheel | PL 12 planter | 3500 | 39.5',
    '62-0052 | Seed tube guard | PL 12 planter | 3000 | 12.75',
  ],
  [4],
);

export const tires = sheet('Pressures', 'Tire | Axle load (lb) | Field (psi) | Road (psi)', [
  '380/85R28 | 4000 | 12 | 17',
  '420/85R34 | 5500 | 13 | 19',
  '460/85R38 | 7300 | 12 | 20',
  '480/80R46 | 8800 | 14 | 23',
  '520/85R42 | 9600 | 13 | 22',
  '710/70R42 | 12300 | 12 | 19',
]);

export const partsPrices = sheet(
  'Parts 2026',
  'Number | Part | Unit | Dealer price | List price',
  [
    '84-2101 | Oil filter | each | 14.1 | 21.9',
    '84-2115 | Fuel filter | each | 22.4 | 34.5',
    '84-2130 | Air filter, outer | each | 46 | 69.95',
    '84-2207 | Hydraulic filter | each | 38.75 | 58',
    '84-3300 | Transmission oil | 5 gal | 88.2 | 129',
    '84-4012 | Coolant, mixed | 5 gal | 41 | 64.5',
    '55-0101 | Pickup tine | 10 | 49 | 68.5',
    '55-0140 | Net knife | each | 49.3 | 71.9',
    '62-0033 | Opener disk, 15 in | each | 37.1 | 54',
  ],
  [3, 4],
);

export const attachmentPrices = sheet(
  'Attachments 2026',
  'Number | Attachment | Fits | Dealer price | List price',
  [
    'AT-101 | Front loader FL 30 | FT 420 | 8450 | 10900',
    'AT-102 | Front loader FL 40 | FT 460 | 9900 | 12750',
    'AT-120 | Bale spear | FL 30, FL 40 | 620 | 845',
    'AT-131 | Pallet fork | FL 30, FL 40 | 980 | 1290',
    'AT-140 | Snow blade 9 ft | FT 400 series | 2890 | 3720',
    'AT-155 | Front weight 1,980 lb | FT 460 | 1540 | 1980',
  ],
  [3, 4],
);

export const keyAccounts = sheet(
  'Key accounts',
  'Customer | Town | State | Acres | Machines | Next visit',
  [
    'Halvorson Farms | Casselton | ND | 11200 | 14 | March',
    'Prairie Gold Co-op | Lindsborg | KS | 26400 | 31 | February',
    'Llano Cotton Partners | Levelland | TX | 18900 | 22 | April',
    'Bluestem Dairy | Story City | IA | 4300 | 9 | March',
    'Palouse Grain Growers | Dayton | WA | 15700 | 18 | May',
    'Platte River Feeders | Wood River | NE | 8800 | 12 | February',
  ],
);

export const tradeIn = sheet('Trade-in', 'Check | Points | How to judge', [
  'Engine hours | 20 | 20 below 1,000 h, 10 below 4,000 h, else 0',
  'Tires | 15 | Half the points at half the tread',
  'Leaks | 15 | None 15, sweating 8, dripping 0',
  'Cab and seat | 10 | As seen',
  'Service book | 20 | Complete 20, gaps 8, none 0',
  'Paint and panels | 10 | As seen',
  'Electronics | 10 | Displays, ports and lights all work',
]);

export const holidays = sheet('Holidays 2026', 'Date | Day | Holiday | United States | Canada', [
  '2026-01-01 | Thursday | New Year | closed | closed',
  '2026-04-03 | Friday | Good Friday | open | closed',
  '2026-05-18 | Monday | Victoria Day | open | closed',
  '2026-05-25 | Monday | Memorial Day | closed | open',
  '2026-07-01 | Wednesday | Canada Day | open | closed',
  '2026-07-03 | Friday | Independence Day, observed | closed | open',
  '2026-09-07 | Monday | Labor Day | closed | closed',
  '2026-10-12 | Monday | Thanksgiving in Canada | open | closed',
  '2026-11-26 | Thursday | Thanksgiving | closed | open',
  '2026-12-25 | Friday | Christmas | closed | closed',
]);

export const training = sheet('Technicians', 'Level | Course | Days | Place | Needed for', [
  '1 | Machine walk-around and lubrication | 2 | Every branch | all technicians',
  '1 | Lockout and tagout | 1 | Every branch | all technicians',
  '2 | Hydraulics I | 3 | Salina | hitch and loader work',
  '2 | Electrical systems I | 3 | Fargo | lights, sensors, wiring',
  '3 | Stepless transmission | 5 | Salina | FT 460 transmissions',
  '3 | Diagnosis with the service laptop | 2 | Fargo | fault codes',
  '4 | Trainer course | 4 | Fargo | teaching levels 1 and 2',
]);
