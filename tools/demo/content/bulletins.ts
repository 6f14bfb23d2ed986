import { folder, link, pdf, png } from '../shelf.js';
import { heading, list, note, steps, table, text } from '../write/paper.js';
import { hydraulicCircuit } from './drawings.js';

const pump = pdf(
  'SB 2026-03 Hydraulic Pump Seal',
  'SB 2026-03',
  'Hydraulic Pump Seal | FT 420, serial numbers 42-1180 to 42-1655',
  text(
    'The shaft seal of some pumps hardens early. Oil then gets into the clutch housing, and the clutch begins to slip.',
  ),
  heading('What to do'),
  steps(
    'Look at the weep hole below the pump with a lamp.',
    'If it is dry: note it in the service book and look again at the next service.',
    'If it is wet: change the seal, part 84-5521, and the O-ring, part 84-5522.',
    'Run the engine at 1,500 rpm for ten minutes and look again.',
  ),
  table(
    'Part | Number | Quantity',
    'Shaft seal | 84-5521 | 1',
    'O-ring | 84-5522 | 1',
    'UTTO oil | 84-3300 | 2 qt',
  ),
  note('Time allowed: 2.4 hours. Claim code 26-03-A until December 31, 2027.'),
);

const knotter = pdf(
  'SB 2026-05 Knotter Timing',
  'SB 2026-05',
  'Knotter Timing | RB 150 with twine, all serial numbers',
  text('Knots that open on the second side come from a billhook that turns three degrees late.'),
  steps(
    'Lock the machine out as in HS-014.',
    'Turn the knotter by hand until the finger points at the mark.',
    'Set the gap of the cam to 0.06 in.',
    'Tie ten knots by hand; all must hold 60 lb.',
  ),
);

const display = pdf(
  'SB 2025-11 Display Update',
  'SB 2025-11',
  'Display Update | All machines with the C7 display',
  text('Version 7.4 keeps the boundaries of fields when the battery is disconnected.'),
  list(
    'Save the fields of the customer to a stick first.',
    'Charge the machine’s battery; the update takes 25 minutes.',
    'Afterwards set the time zone again.',
  ),
);

const winter = pdf(
  'SB 2025-09 Winter Fuel',
  'SB 2025-09',
  'Winter Fuel | All diesel machines north of Nebraska',
  text(
    'Change to winter diesel before the first night below 20 °F. What is in the filters is still summer fuel: run each machine for half an hour.',
  ),
);

export const bulletins = folder(
  'Service Bulletins',
  folder('2025', folder('Displays', display), winter),
  folder(
    '2026',
    folder('Tractors', pump, folder('Drawings', png('Hydraulic Circuit FT 420', hydraulicCircuit))),
    folder('Balers', knotter),
  ),
  link('Report a field problem', 'https://service.feusa.example/field-report'),
  link('Recalls of road vehicles and trailers', 'https://www.nhtsa.gov/recalls'),
);
