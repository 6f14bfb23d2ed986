import { docx, folder, link, pdf, png, xlsx } from '../shelf.js';
import { heading, list, note, table, text } from '../write/paper.js';
import { baleField, territories } from './drawings.js';
import { keyAccounts, tradeIn } from './sheets.js';

const brochureFt = pdf(
  'FT 400 Series Brochure',
  'SB-FT400-26',
  'FT 400 Series | Two tractors that start at 5 a.m. and stop when you do',
  text(
    'Quiet cab, honest power, and a service technician within 60 miles of every field we sell to.',
  ),
  table(
    'Model | FT 420 | FT 460',
    'Power | 118 hp | 152 hp',
    'Transmission | 24 by 24 powershift | stepless',
    'Lift at the ends | 9,250 lb | 12,800 lb',
    'Warranty | 3 years | 3 years',
  ),
  heading('What comes with it'),
  list(
    'First service at 50 hours, at your farm, free.',
    'A loaner if a repair takes longer than two days in season.',
    'Guidance ready: antenna, wiring and steering valve are in.',
  ),
);

const brochureBaler = pdf(
  'RB 150 Brochure',
  'SB-RB150-26',
  'RB 150 | A tight bale in eleven seconds',
  text(
    'One knotter fewer, one belt more: the RB 150 has 30 percent fewer moving parts than the machine it follows.',
  ),
  list(
    'Net and twine from the same seat.',
    'Bearings outside the crop, greased from one bank.',
    'Bale weight on the display, bale by bale.',
  ),
);

const quote = docx(
  'Quote Template',
  'SF-101',
  'Quote | FEUSA Farm Equipment',
  table('For | Customer', 'Name | ', 'Farm | ', 'Address | ', 'Telephone | '),
  heading('We offer'),
  table('Item | Quantity | Price', ' |  | ', ' |  | ', 'Delivery | 1 | included', 'Total |  | '),
  text('This quote is good for 30 days. Prices are in US dollars without sales tax.'),
);

const rental = docx(
  'Rental Agreement',
  'SF-118',
  'Rental Agreement | By the week or by the hour',
  text('Between FEUSA Farm Equipment and the customer named below.'),
  heading('The machine'),
  table('Machine | Serial number | Hours out | Hours back', ' |  |  | '),
  heading('What both agree on'),
  list(
    'The customer checks oil and coolant each day and greases by the plan.',
    'Repairs are ours, damage by misuse is the customer’s.',
    'The machine comes back clean and with a full tank.',
    'Insurance of the machine: the customer’s, from pickup to return.',
  ),
  note('Signed by both before the machine leaves the yard.'),
);

export const sales = folder(
  'Sales',
  folder(
    'Brochures',
    brochureFt,
    brochureBaler,
    folder('Pictures', png('Bales at Sunrise', baleField)),
  ),
  folder(
    'Quotes & Contracts',
    folder('Templates', quote, rental, xlsx('Trade-in Checklist', tradeIn)),
    link('Financing calculator', 'https://finance.feusa.example/calculator'),
  ),
  folder(
    'Territories',
    folder('Midwest', png('Territory Map', territories), xlsx('Key Accounts 2026', keyAccounts)),
  ),
  link(
    'USDA crop progress reports',
    'https://www.nass.usda.gov/Publications/National_Crop_Progress/',
  ),
);
