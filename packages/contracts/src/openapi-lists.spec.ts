import { describe, expect, it } from '@jest/globals';
import { queries } from './openapi-queries.js';

const PAGES = 'pages';
const ONE = 'one thing, no list';
const WHOLE = 'the log or the tree whole, streamed or made once for all who ask';

/** Of every list: that it comes in pages, or why it needs none. */
const lists: Readonly<Record<string, string>> = {
  '/api/employees': PAGES,
  '/api/errors': PAGES,
  '/api/find': PAGES,
  '/api/search': PAGES,
  '/api/undo': PAGES,
  '/api/audit/events': PAGES,
  '/api/access-log': PAGES,
  '/api/access-log/verify': ONE,
  '/api/session': ONE,
  '/api/session/rules': ONE,
  '/api/sso': ONE,
  '/api/sso/start': ONE,
  '/api/sso/callback': ONE,
  '/api/step-up': ONE,
  '/api/me/second-factors': ONE,
  '/api/me/notices': 'at most 5 of each kind',
  '/api/password-resets/{token}': ONE,
  '/api/invitations/{token}': ONE,
  '/api/me/sessions': 'at most 100 a user',
  '/api/users/{id}': ONE,
  '/api/employees/{id}': ONE,
  '/files/{id}': ONE,
  '/files/{id}/preview': ONE,
  '/files/{id}/thumbnail': ONE,
  '/api/audit/events/{position}': ONE,
  '/api/audit/erasures/{id}': ONE,
  '/api/audit/verify': ONE,
  '/api/audit/checkpoint': ONE,
  '/api/audit/key': ONE,
  '/api/audit/successions': 'one a turn of the key, by its operator',
  '/api/audit/proof': ONE,
  '/api/audit/consistency': ONE,
  '/api/witness/key': ONE,
  '/health/live': ONE,
  '/health/ready': ONE,
  '/metrics': ONE,
  '/api/employees/export': WHOLE,
  '/api/org-chart': 'the directory whole, made once for all who ask',
  '/api/own-profile': ONE,
  '/api/profile-requests': 'one for each person at most',
  '/api/employees/{id}/reports': 'those of one person',
  '/api/tree': WHOLE,
  '/api/folders/{id}/archive': WHOLE,
  '/api/audit/export': WHOLE,
  '/api/audit/bundle': WHOLE,
  '/api/audit/fingerprint': 'at most 100 differences of each kind are told',
  '/api/users': 'administrators make each of them by hand, and choose among all',
  '/api/accounts': 'each account once, as in the list of users',
  '/api/folders/{id}/access': 'each account once, as in the list of users',
  '/api/access/{userId}': 'at most 500 folders of each kind, the others are counted',
  '/api/webhooks': 'at most 50, which administrators make by hand',
  '/api/groups': 'at most 1,000, which administrators make by hand and choose among',
  '/api/folders': 'a screen shows a folder whole and follows it live; administrators fill it',
  '/api/folders/{id}': 'a screen shows a folder whole and follows it live; administrators fill it',
  '/api/files/{id}/versions': 'administrators upload each of them by hand, and see all at once',
  '/api/folder-counts': 'a number for each folder of one page',
  '/api/trash': PAGES,
  '/api/me/tokens': 'at most 20 of one person',
  '/api/me/home': 'each list of it has a bound of its own',
  '/api/me/waiting': 'what waits for one person, which is bounded',
  '/api/files/{id}/acknowledgements': 'a line for each account, which administrators make by hand',
  '/api/files/{id}/acknowledgements/{userId}/receipt': ONE,
  '/api/me/marks': 'what one person has marked, which is bounded',
  '/api/trash/outlook': ONE,
  '/api/operations': 'the first 500 dead letters and the last 50 actions',
  '/api/erasures': 'what names one person, at most 1,000 things',
  '/api/audit/erasures': 'administrators erase each person by hand',
};

describe('every list of the API comes in pages or says why not', () => {
  it.each(queries.map(([address, , parameters]) => ({ address, parameters })))(
    '$address',
    ({ address, parameters }) => {
      const why = lists[address];
      // Say in this table whether it comes in pages, or why not.
      expect(why).toBeDefined();
      if (why !== PAGES) return;
      const names = parameters.map((parameter) => parameter['name']);
      expect(names).toEqual(
        expect.arrayContaining([expect.stringMatching(/^(cursor|page|before|after)$/)]),
      );
    },
  );

  it('and the table names no other', () => {
    const addresses = queries.map(([address]) => address);
    expect(Object.keys(lists).filter((address) => !addresses.includes(address))).toEqual([]);
  });
});
