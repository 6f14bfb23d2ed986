import { docx, folder, link, pdf, png } from '../shelf.js';
import { heading, list, note, steps, table, text } from '../write/paper.js';
import { branchPlan, warningSign } from './drawings.js';

const workshop = pdf(
  'Workshop Safety Rules',
  'HS-001-12',
  'Workshop Safety Rules | For everybody who enters a workshop, visitors too',
  list(
    'Safety shoes and glasses from the yellow line on.',
    'Nobody works under a raised machine without stands.',
    'Grinding and welding only with the screens closed.',
    'Oil on the floor is cleaned up by whoever sees it first.',
    'No phone in the hand while a machine moves.',
  ),
  heading('Lifting'),
  table(
    'Weight | How',
    'Up to 50 lb | One person, with straight back',
    '50 to 100 lb | Two people',
    'Above 100 lb | Crane or forklift',
  ),
  note('Anybody may stop any work that looks dangerous. Nobody is ever blamed for that.'),
);

const lockout = pdf(
  'Lockout and Tagout Procedure',
  'HS-014-07',
  'Lockout and Tagout | Before hands go where machines move',
  steps(
    'Tell everybody at the machine what you are going to do.',
    'Stop the engine, take the key out and put it in your pocket.',
    'Close and lock the battery switch; hang your tag with name and time on it.',
    'Let the pressure out: move each hydraulic lever both ways, three times.',
    'Block whatever could fall or roll.',
    'Try to start the machine. Only if nothing happens begin to work.',
  ),
  text(
    'The lock comes off only by the hand that put it on. If its owner went home, call the shift lead, not a bolt cutter.',
  ),
);

const sheetFor = (name: string, number: string, what: string, rows: readonly string[]) =>
  pdf(
    name,
    number,
    `${name.replace('SDS ', '')} | Safety data, in short; the full sheet is at the service desk`,
    text(what),
    table('If | Then', ...rows),
    note('Poison control, day and night: 1-800-222-1222'),
  );

const incident = docx(
  'Incident Report Form',
  'HS-F-02',
  'Incident Report | Fill in on the day it happened',
  heading('What happened'),
  table(
    'Question | Answer',
    'Date and time | ',
    'Branch and place | ',
    'Who was there | ',
    'Machine and serial number | ',
    'What happened, in order | ',
  ),
  heading('What follows'),
  list('First aid given by:', 'Doctor or hospital:', 'What keeps it from happening again:'),
  text('Hand this form to your manager. A copy goes to hs@feusa.example within 24 hours.'),
);

const nearMiss = docx(
  'Near Miss Card',
  'HS-F-03',
  'Near Miss | It went well this time',
  text('Write down what nearly happened. You need not give your name.'),
  table('Question | Answer', 'Where | ', 'What nearly happened | ', 'What would help | '),
);

const emergency = (branch: string, number: string, [address, place]: readonly [string, string]) =>
  pdf(
    `Emergency Plan ${branch}`,
    number,
    `Emergency Plan ${branch} | Fire, storm, injury`,
    steps(
      'Warn everybody near you.',
      `Call 911 and tell them: FEUSA, ${address}.`,
      'Leave by the nearest green door. Leave tools and bags.',
      `Meet at ${place}. Wait until the count is complete.`,
    ),
    heading('Storm'),
    text(
      'With a tornado warning go to the parts basement, not to the gate. Stay away from the bay doors.',
    ),
  );

export const safety = folder(
  'Safety',
  folder('Site Rules', workshop, lockout, png('Danger Sign for Printing', warningSign)),
  folder(
    'Safety Data Sheets',
    sheetFor(
      'SDS Hydraulic Oil HV 46',
      'SDS-0046',
      'Oil under pressure goes through skin. A small hole hurts little and is an emergency.',
      [
        'It went through the skin | Hospital at once, also without pain',
        'In the eyes | Rinse for 15 minutes',
        'Spilled | Bind it, then sweep it up',
      ],
    ),
    sheetFor(
      'SDS Diesel Exhaust Fluid',
      'SDS-0102',
      'Urea in water. It does not burn and is hardly harmful, but it eats copper.',
      [
        'In the eyes | Rinse with water',
        'Spilled | Rinse away with much water',
        'In the diesel tank | Do not start; empty the tank',
      ],
    ),
  ),
  folder('Incident Reporting', incident, nearMiss),
  folder(
    'Emergency Plans',
    folder(
      'Fargo',
      emergency('Fargo', 'HS-EP-01', ['2100 Main Avenue, Fargo', 'the flag pole']),
      png('Escape Routes Fargo', branchPlan),
    ),
    folder(
      'Salina',
      emergency('Salina', 'HS-EP-02', ['940 North Ohio Street, Salina', 'the gate on Ohio Street']),
    ),
  ),
  link('OSHA: agricultural operations', 'https://www.osha.gov/agricultural-operations'),
  link('Weather warnings', 'https://www.weather.gov'),
);
