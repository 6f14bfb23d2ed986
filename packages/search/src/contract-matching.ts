import { beforeEach, describe, expect, it } from '@jest/globals';
import { company } from './contract-employees.js';
import type { OpenedIndex } from './contract.js';

type Row = readonly [text: string, ids: string];

const words: readonly Row[] = [
  ['Łukasz', 'lukasz'],
  ['wis', 'lukasz'],
  ['WIŚNIEWSKI łuk', 'lukasz'],
  ['luk wisniewski parts kra', 'lukasz'],
  ['wis, luk', 'lukasz'],
  ['brien accountant', ''],
  ['keane', 'chris masri'],
  ['kasz', ''],
  ['holloway', 'brien'],
  ['des moines', 'brien'],
  ['field service', 'chris'],
];
const accents: readonly Row[] = [
  ['Lukasz', 'lukasz'],
  ['krakow', 'lukasz'],
  ['Lükász', 'lukasz'],
  ['isil yildiz', 'yildiz'],
  ['IŞIL', 'yildiz'],
  ['weiss', 'yildiz'],
  ['thora', 'yildiz'],
  ['daehlie', 'chris'],
  ['Sorensen', 'lukasz'],
  ['Zu\u0308rich', 'yildiz'],
];
const punctuation: readonly Row[] = [
  ["o'brien siobhan", 'brien'],
  ['O’Brien siobhan', 'brien'],
  ['obrien siobhan', 'brien'],
  ['brien siobhan', 'brien'],
  ['o brien siobhan', 'brien'],
  ['al-masri omar fargo', 'masri'],
  ['almasri omar fargo', 'masri'],
  ['masri omar fargo', 'masri'],
  ['masri,omar,fargo', 'masri'],
  ['rental coordinator', 'masri'],
  ['sales/rental', 'masri'],
];
const typos: readonly Row[] = [
  ['lukaz', 'lukasz'],
  ['lukasez', 'lukasz'],
  ['lukosz', 'lukasz'],
  ['luksaz', 'lukasz'],
  ['mukasz', 'lukasz'],
  ['lukozs', ''],
  ['omra fargo', 'masri'],
  ['isi1', ''],
  ['chrsitohper', 'chris'],
  ['chirstohper', 'chris'],
  ['chistophr', 'chris'],
  ['chirstophr', 'chris'],
  ['chirstohpre', ''],
  ['christoffer', 'chris'],
  ['kristoffer', ''],
  ['wisneiwski lukas', 'lukasz'],
  ['al-masir fargo', 'masri'],
  ['acountant', 'yildiz'],
];
const phones: readonly Row[] = [
  ['4025550134', 'lukasz'],
  ['(402) 555-01', 'lukasz'],
  ['402 555', 'lukasz'],
  ['550134', 'lukasz'],
  ['0134 402', 'lukasz'],
  ['134', 'lukasz'],
  ['+48 601', 'lukasz'],
  ['402', 'brien lukasz'],
  ['siobhan 402', 'brien'],
  ['402555013448', ''],
  ['4025550143', ''],
  ['4025550135', ''],
  ['13', ''],
];
const mails: readonly Row[] = [
  ['omasri@company.example', 'masri'],
  ['OMasri@Company.Example', 'masri'],
  ['omasri', 'masri'],
  ['omasr', 'masri'],
  ['omasri@com', 'masri'],
  ['l.wisniewski-2', 'lukasz'],
  ['l.wis', 'lukasz'],
  ['chris7', 'chris'],
  ['chris8', ''],
  ['siobhan.obrien@company.example', 'brien'],
  ['@contractor.example', 'chris'],
  ['omasri@comp.example', ''],
  ['omasir@company.example', ''],
];
const operators: readonly Row[] = [
  ['*', ''],
  ['/.*/', ''],
  ['/.*.*/', ''],
  ['"Łukasz"', 'lukasz'],
  ['lukasz*', 'lukasz'],
  ['name:(', ''],
  ['firstName:Lukasz', ''],
  ['~10', ''],
  ['lukasz~10', ''],
  ['{"match_all":{}}', ''],
  ['lukasz AND wisniewski', ''],
  ['omar OR lukasz', ''],
  ['-omar fargo', 'masri'],
  ['omar\\', 'masri'],
  ['   ', ''],
  ['', ''],
  ['\u0000 \u200b', ''],
];

export const matches = (opened: OpenedIndex): void => {
  beforeEach(() => opened.index.putAll(company));

  const finds = (rows: readonly Row[]) =>
    it.each(rows)('%j: %s', async (text, ids) => {
      const hits = await opened.find(text);
      expect([...hits.ids].sort().join(' ')).toBe(ids);
      expect(hits.total).toBe(hits.ids.length);
    });

  describe('finds by the start of any word, in any order, every word', () => finds(words));
  describe('finds with and without accents', () => finds(accents));
  describe('finds whatever the punctuation', () => finds(punctuation));
  describe('forgives one typing error from 4 letters on, two from 8 on', () => finds(typos));
  describe('finds phones by three digits or more, however written', () => finds(phones));
  describe('finds by the whole e-mail address and its parts', () => finds(mails));
  describe('takes operators as plain text', () => finds(operators));
};
