import type { CommandInput } from '@feusa/contracts/commands';
import { cells } from './write/paper.js';

export interface DemoPerson {
  readonly fields: CommandInput<'add-employee'>;
  /** How the portrait looks, in the words of `portrait.ts`; undefined for people without one. */
  readonly looks: string | undefined;
}

/** Branches with their telephone area. */
const branches = {
  Fargo: ['Fargo, ND', '701'],
  Salina: ['Salina, KS', '785'],
  Lubbock: ['Lubbock, TX', '806'],
  Ames: ['Ames, IA', '515'],
  Island: ['Grand Island, NE', '308'],
  Walla: ['Walla Walla, WA', '509'],
  Saskatoon: ['Saskatoon, SK', '306'],
} as const;

/** Name | job | department | branch | manager | looks */
const staff = `
Ingrid Halvorsen | Chief Executive Officer | Management | Fargo | Ingrid Halvorsen | bun light silver glasses
Marcus Okafor | Chief Operating Officer | Management | Fargo | Ingrid Halvorsen | short dark black beard
Elena Petrova | Chief Financial Officer | Finance | Fargo | Ingrid Halvorsen | long light brown
Tomás Herrera | Director of Sales | Sales | Fargo | Ingrid Halvorsen | short tan black
Grace Holloway | Director of Service | Service | Salina | Marcus Okafor | curly dark black earrings
Łukasz Wiśniewski | Parts Director | Parts | Fargo | Marcus Okafor | bald light brown beard glasses
Amara Nwosu | Head of Human Resources | Human Resources | Fargo | Ingrid Halvorsen | curly deep black earrings
Kenji Tanaka | Head of IT | IT | Fargo | Marcus Okafor | short fair black glasses
Siobhán O'Brien | Branch Manager | Management | Ames | Marcus Okafor | long fair red
Ruth Keane | Branch Manager | Management | Fargo | Marcus Okafor | bob light silver
Hank Delacroix | Branch Manager | Management | Salina | Marcus Okafor | cap light brown beard
María José Núñez | Branch Manager | Management | Lubbock | Marcus Okafor | long tan black earrings
Dale Svoboda | Branch Manager | Management | Grand Island | Marcus Okafor | cap light silver
Aiyana Littlebear | Branch Manager | Management | Walla Walla | Marcus Okafor | long tan black
Colleen MacLeod | Branch Manager | Management | Saskatoon | Marcus Okafor | bob fair blond glasses
Omar Al-Masri | Rental Coordinator | Sales | Fargo | Ruth Keane | short tan black beard
Priya Raman | Controller | Finance | Fargo | Elena Petrova | long brown black
Søren Kjærgaard | Accountant | Finance | Fargo | Priya Raman | short fair blond
Beatriz Oliveira | Accountant | Finance | Fargo | Priya Raman | 
Yusuf Demir | Payroll Specialist | Human Resources | Fargo | Amara Nwosu | 
Chloé Tremblay | Recruiter | Human Resources | Saskatoon | Amara Nwosu | bob fair brown
Nguyễn Thị Lan | Training Coordinator | Human Resources | Salina | Amara Nwosu | bun fair black
Jamal Washington | Systems Administrator | IT | Fargo | Kenji Tanaka | short deep black glasses
Hannah Weiß | Business Analyst | IT | Ames | Kenji Tanaka | 
Pekka Virtanen | Logistics Manager | Parts | Fargo | Łukasz Wiśniewski | 
Rosa Delgado | Parts Manager | Parts | Lubbock | Łukasz Wiśniewski | bun tan brown
Wyatt Thornton | Parts Manager | Parts | Salina | Łukasz Wiśniewski | 
Mei-Ling Chen | Parts Specialist | Parts | Ames | Łukasz Wiśniewski | 
Björn Lindqvist | Parts Specialist | Parts | Fargo | Łukasz Wiśniewski | 
Tyrell Jackson | Parts Counter | Parts | Grand Island | Łukasz Wiśniewski | 
Kayla Running Deer | Parts Counter | Parts | Walla Walla | Łukasz Wiśniewski | 
Emmanuel Adjei | Warehouse Lead | Parts | Fargo | Pekka Virtanen | bald deep black
Krzysztof Zieliński | Delivery Driver | Parts | Fargo | Pekka Virtanen | 
Bob Lundgren | Delivery Driver | Parts | Ames | Pekka Virtanen | 
Ana Kovačević | Service Manager | Service | Fargo | Grace Holloway | long light blond
Curtis Boyd | Service Manager | Service | Salina | Grace Holloway | 
Víctor Salazar | Service Manager | Service | Lubbock | Grace Holloway | 
Fiona MacDonald | Service Manager | Service | Saskatoon | Grace Holloway | 
Dmitri Volkov | Master Technician | Service | Fargo | Ana Kovačević | short light brown beard
Jesse Blackwood | Service Technician | Service | Fargo | Ana Kovačević | 
Oluwaseun Adeyemi | Service Technician | Service | Fargo | Ana Kovačević | 
Zoë van Dijk | Service Technician | Service | Ames | Ana Kovačević | 
Andrés Castillo | Master Technician | Service | Lubbock | Víctor Salazar | 
Travis McKinney | Service Technician | Service | Lubbock | Víctor Salazar | 
Ngozi Eze | Service Technician | Service | Salina | Curtis Boyd | 
Cody Yoder | Field Technician | Service | Salina | Curtis Boyd | 
Marit Haugen | Field Technician | Service | Grand Island | Curtis Boyd | 
Étienne Gagnon | Master Technician | Service | Saskatoon | Fiona MacDonald | 
Ray Whitehorse | Field Technician | Service | Walla Walla | Grace Holloway | 
Sanjay Gupta | Precision Farming Specialist | Service | Ames | Grace Holloway | 
Laura Bianchi | Sales Manager | Sales | Ames | Tomás Herrera | 
Jack Sørensen | Sales Representative | Sales | Fargo | Tomás Herrera | 
Destiny Morales | Sales Representative | Sales | Lubbock | Tomás Herrera | 
Gunnar Eriksson | Sales Representative | Sales | Grand Island | Laura Bianchi | 
Abby Kowalczyk | Sales Representative | Sales | Ames | Laura Bianchi | 
Mohammed Rahman | Sales Representative | Sales | Salina | Tomás Herrera | 
Iris Papadopoulos | Marketing Manager | Sales | Fargo | Tomás Herrera | 
Noah Fitzgerald | Used Equipment Manager | Sales | Salina | Tomás Herrera | 
Leilani Kahale | Customer Desk | Sales | Walla Walla | Aiyana Littlebear | 
Samuel Peters | Customer Desk | Sales | Saskatoon | Colleen MacLeod | `;

/** Last names of two words; all others are the last word of a name. */
const longNames = ['van Dijk', 'Running Deer'];

/** Letters that are no base letter with an accent. */
const letters: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', æ: 'ae', ß: 'ss' };

const addressPart = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[łøæß]/g, (letter) => letters[letter] ?? '')
    .replace(/[^a-z]/g, '');

/** The staff of the invented company: 60 people, of whom everybody's manager is one. */
export const people: readonly DemoPerson[] = staff.trim().split('\n').map(personOf);

function personOf(row: string, at: number): DemoPerson {
  const [name = '', role = '', department = '', branch = '', manager = '', looks] = cells(row);
  const lastName = longNames.find((long) => name.endsWith(long)) ?? name.split(' ').at(-1) ?? '';
  const firstName = name.slice(0, -lastName.length).trim();
  const [location, area] = branchOf(branch);
  const last = String(100 + at).padStart(4, '0');
  const fields = {
    firstName,
    lastName,
    phoneNumber: `(${area}) 555-${last}`,
    ...(at % 2 === 0 && { mobile: `+1 ${area} 555 ${String(160 + (at >> 1)).padStart(4, '0')}` }),
    email: `${addressPart(firstName)}.${addressPart(lastName)}@feusa.example`,
    role,
    location,
    department,
    manager,
  };
  return { fields, looks: looks || undefined };
}

function branchOf(name: string): readonly [location: string, area: string] {
  const key = name.split(' ').find((word) => word in branches) as keyof typeof branches;
  return branches[key];
}
