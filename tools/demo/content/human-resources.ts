import { docx, folder, link, pdf, xlsx } from '../shelf.js';
import { heading, list, note, steps, table, text } from '../write/paper.js';
import { holidays, training } from './sheets.js';

const handbook = pdf(
  'Employee Handbook',
  'HR-001-2026',
  'Employee Handbook | How we work at FEUSA',
  text(
    'We sell, rent and repair farm machines at seven branches. Our customers have three weeks a year in which everything must run. This handbook is about how we get them through these weeks, and ourselves too.',
  ),
  heading('Working hours'),
  text(
    'The week has 40 hours. In planting and harvest season the workshops are open from 6 a.m. to 8 p.m.; overtime is paid at one and a half or taken as time off before the end of the year, as you choose.',
  ),
  table(
    'Season | Weeks | Workshop hours',
    'Planting | 14 to 21 | 6 a.m. to 8 p.m.',
    'Harvest | 37 to 44 | 6 a.m. to 8 p.m.',
    'All others |  | 7 a.m. to 5 p.m.',
  ),
  heading('Leave'),
  list(
    '15 days in the first three years, 20 days after that.',
    'Ask two weeks ahead; in season four.',
    'Unused days move on until the end of March.',
  ),
  heading('When you are ill'),
  text(
    'Call your manager before your shift begins. From the fourth day on we need a note from a doctor.',
  ),
  heading('Company vehicles'),
  text(
    'Service trucks go home with the technician on call. Private errands on the way are fine, trips are not. Every driver reports damage on the day it happens.',
  ),
  heading('Speaking up'),
  note(
    'If something is wrong tell your manager, or any manager, or write to people@feusa.example. Nobody loses anything by speaking up in good faith.',
  ),
);

const conduct = docx(
  'Code of Conduct',
  'HR-004',
  'Code of Conduct | Six promises',
  steps(
    'We tell customers what we know, also when it costs us the sale.',
    'We treat each other as we want to be treated.',
    'We take no gifts worth more than 50 dollars.',
    'We keep what customers tell us about their farms to ourselves.',
    'We keep time sheets honest to the quarter hour.',
    'We stop work that is not safe.',
  ),
);

const firstWeek = docx(
  'First Week Checklist',
  'HR-F-10',
  'Your First Week | Tick off as you go',
  table(
    'Day | What | With whom',
    'Monday | Badge, keys, laptop, intranet | Office',
    'Monday | Walk through the branch, safety rules | Shift lead',
    'Tuesday | Lockout and tagout | Trainer',
    'Wednesday | A day in the other department | Your buddy',
    'Thursday | Your first job, together | Your buddy',
    'Friday | Half an hour of questions | Your manager',
  ),
);

const welcome = docx(
  'Welcome Letter',
  'HR-F-09',
  'Welcome to FEUSA | We are glad that you are here',
  text(
    'On your first day come to the front desk at 7:30 a.m. Park behind the parts building. Wear closed shoes; everything else you get from us.',
  ),
  text('Bring a photo ID and your bank details. Lunch is on us.'),
);

const leave = docx(
  'Leave Request',
  'HR-F-21',
  'Leave Request | Two weeks ahead, four in season',
  table(
    'Question | Answer',
    'Name | ',
    'First day | ',
    'Last day | ',
    'Who stands in | ',
    'Approved by | ',
  ),
);

const benefits = pdf(
  'Benefits at a Glance',
  'HR-012-2026',
  'Benefits at a Glance | 2026',
  table(
    'Benefit | We pay | From',
    'Health and dental plan | 80 percent | day 31',
    'Retirement plan | 4 percent match | month 6',
    'Work boots and glasses | 200 dollars a year | day 1',
    'Tool allowance for technicians | 600 dollars a year | day 1',
    'Courses after work | half, up to 3,000 dollars | year 1',
  ),
  text('Questions? Ask Human Resources in Fargo, or the assistant of your branch manager.'),
);

export const humanResources = folder(
  'Human Resources',
  folder('Handbook', handbook, conduct),
  folder('Onboarding', firstWeek, welcome),
  folder('Leave & Benefits', leave, benefits, xlsx('Holiday Calendar 2026', holidays)),
  folder('Training', folder('Technicians', xlsx('Technician Levels and Courses', training))),
  link('Payroll', 'https://payroll.feusa.example'),
  link('Course catalogue', 'https://learning.feusa.example/courses'),
);
