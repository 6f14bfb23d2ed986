import { folder, link, pdf, png, xlsx } from '../shelf.js';
import { heading, list, note, table, text } from '../write/paper.js';
import { bearingExploded } from './drawings.js';
import { attachmentPrices, crossReference, partsPrices, tires, wearParts } from './sheets.js';

const lubricants = pdf(
  'Lubricant Guide',
  'PC-LUB-09',
  'Lubricant Guide | Which oil goes where',
  text(
    'Use only oils that meet the classes below. A wrong transmission oil ruins the wet brakes within a season.',
  ),
  table(
    'Where | Class | Between 0 and 104 °F | Colder than 0 °F',
    'Engine | API CK-4 | 15W-40 | 5W-40',
    'Transmission, hydraulics | UTTO | 10W-30 | 75W-80',
    'Front axle hubs | API GL-5 | 80W-90 | 75W-90',
    'Grease points | NLGI 2, lithium | EP 2 | EP 1',
  ),
  heading('Storing oil'),
  list(
    'Indoors, lying down, with the bungs at three and nine o’clock.',
    'First in, first out; nothing older than three years.',
    'Used oil goes into the marked tank and nowhere else.',
  ),
);

const ordering = pdf(
  'How to Order Parts',
  'PC-ORD-05',
  'How to Order Parts | For branches and for the field',
  heading('Cut-off times'),
  table(
    'Order | By | Arrives',
    'Stock | Thursday noon | Tuesday',
    'Daily | 3 p.m. | next working day',
    'Machine down | 6 p.m. | 7 a.m., by courier',
  ),
  note(
    'Always give the serial number of the machine. Every fifth wrong part is a right part for another serial number.',
  ),
  heading('Returns'),
  text(
    'Unused parts in their box come back within 30 days. Electrical parts that were fitted once do not.',
  ),
);

export const parts = folder(
  'Parts & Catalogues',
  folder(
    'Filters & Fluids',
    xlsx('Filter Cross Reference', crossReference),
    lubricants,
    folder('Exploded Views', png('Front Hub Bearing', bearingExploded)),
  ),
  folder('Wear Parts', xlsx('Wear Parts by Machine', wearParts)),
  folder('Tires & Tracks', xlsx('Tire Pressure Chart', tires)),
  folder(
    'Price Lists',
    folder(
      '2026',
      xlsx('Parts Price List 2026', partsPrices),
      xlsx('Attachments Price List 2026', attachmentPrices),
    ),
  ),
  ordering,
  link('Freight tracking', 'https://freight.feusa.example/track'),
  link('Supplier portal', 'https://suppliers.feusa.example'),
);
