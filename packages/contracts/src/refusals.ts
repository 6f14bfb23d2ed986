/** Every business "no": its HTTP status and the text a person reads. */
export const refusals = {
  'not-signed-in': [401, 'Sign in to go on'],
  'not-allowed': [403, 'You are not allowed to do this'],
  'second-factor': [401, 'Enter the code of your second factor'],
  'second-factor/wrong': [401, 'Incorrect code; try again'],
  'second-factor/passkey-wrong': [401, 'This passkey was not accepted; try again'],
  'second-factor/required': [403, 'Set up a second factor first'],
  'second-factor/already': [409, 'You have an authenticator app already; remove it first'],
  'second-factor/none': [404, 'There is no second factor'],
  'second-factor/not-confirmed': [400, 'Incorrect code; try again'],
  'passkey/not-found': [404, 'Passkey not found'],
  'passkey/not-added': [400, 'The passkey was not accepted; try again'],
  'passkey/already': [409, 'This passkey is added already'],
  'passkey/too-many': [409, 'You have 10 passkeys; remove one first'],
  'passkey/no-name': [
    409,
    'Passkeys need an address with a name: open the intranet by its name, not by a number',
  ],
  'step-up': [403, 'Enter your password again to go on'],
  'cross-site': [403, 'Cross-site request blocked'],
  'not-found': [404, 'Not found'],
  'too-many-requests': [429, 'Too many requests; wait a moment and try again'],
  busy: [503, 'The service is busy; try again in a moment'],
  unavailable: [503, 'The service is not available right now; try again in a moment'],
  'still-updating': [503, 'Still updating; try again in a moment'],
  'body-too-large': [413, 'The request is too large'],
  'unsupported-media-type': [415, 'A body of this type is not taken here'],

  'metrics/token': [401, 'Send the token for the figures'],
  'name-taken': [409, 'Something with this name is already there'],
  'id-taken': [409, 'This id is already used'],

  'session/team-password-missing': [400, 'You must enter a team password before logging in'],
  'session/team-password-wrong': [401, 'Incorrect team password; try again'],
  'session/wrong-credentials': [401, 'Incorrect e-mail address or password; try again'],
  'session/wrong-password': [401, 'Incorrect password; try again'],
  'session/not-found': [404, 'This session has ended already'],

  'sso/unavailable': [
    503,
    'Single sign-on cannot be reached right now. Sign in with your password, or try again in a moment.',
  ],
  'sso/expired': [400, 'This sign-in took too long, or was begun in another browser. Try again.'],
  'sso/denied': [403, 'Single sign-on did not sign you in. Try again.'],
  'sso/refused': [
    401,
    'The answer of single sign-on could not be trusted. Try again, or tell an administrator.',
  ],
  'sso/clocks': [
    401,
    'The clocks of the intranet and of single sign-on differ too much. Tell an administrator.',
  ],
  'sso/unverified': [
    403,
    'Single sign-on has not verified your e-mail address. Ask an administrator.',
  ],
  'sso/no-account': [
    403,
    'There is no account for your e-mail address. Ask an administrator to invite you.',
  ],
  'sso/suspended': [403, 'Your account is suspended. Ask an administrator.'],
  'sso/other-subject': [
    403,
    'The account of your e-mail address is somebody else’s at single sign-on. Ask an administrator.',
  ],
  'sso/not-bound': [404, 'This account is nobody’s at single sign-on'],
  'sso/other-person': [403, 'That was another account. Confirm with the one you are signed in as.'],

  'user/team-password-missing': [400, 'You must enter a team password before creating an account'],
  'user/team-password-wrong': [400, 'Incorrect team password; try again'],
  'user/email-taken': [409, 'That e-mail is already registered'],
  'user/not-found': [404, 'User not found'],
  'user/last-admin': [409, 'At least one administrator is required'],
  'user/suspended': [409, 'This user is suspended already'],
  'user/not-suspended': [409, 'This user is not suspended'],
  'user/reset-link-invalid': [400, 'This reset link is no longer valid. Request a new one.'],

  'invitation/invalid': [404, 'This invitation is no longer valid. Ask for a new one.'],
  'invitation/too-many': [409, 'Too many invitations are open; withdraw one first'],

  'token/not-found': [404, 'Access token not found'],
  'token/too-many': [409, 'You have too many access tokens; end one first'],
  'token/read-only': [403, 'This access token may only read'],
  'token/for-people': [403, 'This is not for programs; sign in to do it'],

  'webhook/not-found': [404, 'Webhook not found'],
  'webhook/inside': [
    422,
    'This address leads to a network inside. An operator can allow it (FEUSA_WEBHOOK_NETWORKS).',
  ],
  'webhook/not-removed': [409, 'There is nothing to restore'],
  'webhook/too-many': [422, 'There are too many webhooks; remove one first'],
  'group/not-found': [404, 'Group not found'],
  'group/not-removed': [409, 'There is nothing to restore'],
  'group/too-many': [422, 'There are too many groups; delete one first'],

  'folder/not-found': [404, 'Folder not found'],
  'folder/parent-not-found': [404, 'Folder not found'],
  'folder/parent-removed': [409, 'The folder it was in is deleted; restore that first'],
  'folder/not-removed': [409, 'There is nothing to restore'],
  'folder/unknown-names': [400, 'Choose groups and people that are there'],
  'folder/too-deep': [422, 'Folders can be nested 50 deep'],
  'folder/cycle': [422, 'A folder cannot be moved into itself'],

  'file/not-found': [404, 'File not found'],
  'file/other-extension': [400, 'The name of a file keeps its ending'],
  'file/no-such-range': [416, 'The file has no such bytes'],
  'file/version-not-found': [404, 'This file has no such version'],
  'file/other-type': [400, 'Choose a file of the same type'],
  'archive/too-large': [413, 'This is too much for one download. Choose less.'],
  'download/too-many': [429, 'Other downloads of yours are still running. Wait for one to end.'],
  'preview/none': [415, 'There is no preview of this kind of file'],
  'preview/too-large': [422, 'This file is too large for a preview'],
  'preview/unreadable': [422, 'This file is damaged, or protected by a password'],
  'link/not-found': [404, 'Link not found'],
  'doc/not-removed': [409, 'There is nothing to restore'],

  'acknowledgement/unknown-names': [400, 'Choose groups and people that are there'],
  'acknowledgement/not-asked': [403, 'Nobody has asked you to acknowledge this'],
  'acknowledgement/other-version': [409, 'Another version of this document is to be acknowledged'],
  'acknowledgement/none': [409, 'Nobody is asked to acknowledge this'],
  'acknowledgement/not-found': [404, 'There is no such acknowledgement'],
  'trash/not-in-it': [409, 'Only what lies in the trash can be deleted for good'],
  'trash/purged': [409, 'This was deleted for good and cannot be restored'],
  'file/purged': [410, 'This document was deleted for good; its content is gone'],

  'employee/not-found': [404, 'Employee not found'],
  'employee/changed': [409, 'Someone else changed this employee. Reload and try again.'],
  'employee/exists': [409, 'An employee with this name and e-mail address already exists'],
  'employee/not-removed': [409, 'There is nothing to restore'],
  'profile/not-own': [403, 'Only the person themselves may do this'],
  'profile/nothing-asked': [422, 'Nothing of this is another value than now'],
  'profile/no-request': [404, 'There is no such request any more'],
  'profile/asked-anew': [409, 'They have asked for something else meanwhile; look again'],
  'manager/not-found': [404, 'The manager is not in the directory'],
  'manager/loop': [422, 'That would make somebody their own manager'],

  'person/other-name': [400, 'That is not what the person is called'],

  'error/not-found': [404, 'Error not found'],
  'error/not-removed': [409, 'There is nothing to restore'],

  'upload/not-found': [404, 'Upload not found'],
  'upload/unfinished': [409, 'The upload is not finished'],
  'upload/empty': [400, 'The file is empty'],
  'upload/too-large': [413, 'The file is too large'],
  'upload/too-many': [429, 'Too many unfinished uploads; finish or cancel some of them first'],
  'upload/quota': [507, 'Your uploads need too much space; finish or cancel some of them first'],
  'upload/type-not-allowed': [415, 'This file type is not allowed'],
  'upload/being-checked': [503, 'The file is still being checked for viruses'],
  'upload/not-checked': [
    503,
    'The file could not be checked for viruses; it was not added. Try again later.',
  ],
  'upload/infected': [422, 'The virus scanner found something in the file'],
  'upload/storage-full': [507, 'Storage is full'],
  'image/type-not-allowed': [415, 'Choose a PNG, JPEG, GIF or WebP image'],
  'image/too-large': [422, 'The image is too large'],
  'image/unreadable': [422, 'The image cannot be read'],

  'star/too-many': [409, 'You have 200 favourites; take one of them away first'],
  'follow/too-many': [409, 'You follow 50 folders; stop following one of them first'],

  'dead-letter/not-found': [404, 'This stream is no longer blocked'],
  'dead-letter/quarantined': [409, 'This stream failed too often; it must be forced'],
  'dead-letter/given-up': [409, 'This stream was given up'],

  'undo/not-found': [404, 'There is no such change, or it is not yours to undo'],
  'undo/nothing-left': [409, 'There is nothing left to undo'],
  'undo/in-the-way': [409, 'Something stands in the way of undoing this'],
  'undo/changed': [409, 'Something was changed meanwhile; look again at what would be undone'],
  'undo/too-large': [422, 'Too many changes belong together to undo them at once'],

  'import/not-found': [404, 'This plan is not kept any more; choose the file again'],
  'import/outdated': [409, 'The directory was changed meanwhile; look at the plan again'],
  'import/unreadable': [400, 'The file cannot be read'],

  'request/key-reused': [409, 'This request was already used'],
  'log/read-only': [
    503,
    'Nothing can be changed right now: the log is not the one that is known. An operator must look at it.',
  ],
  'audit/contradiction': [503, 'The log contradicts what was signed of it before'],
  'search/unavailable': [503, 'Search is not available right now'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type RefusalCode = keyof typeof refusals;

/** Extra facts for the caller, for example the current version after a conflict. */
export type RefusalFacts = Readonly<Record<string, unknown>>;

/** A business "no". Never a fault of the program. */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly facts: RefusalFacts = {},
  ) {
    super(refusals[code][1]);
  }
  get status(): number {
    return refusals[this.code][0];
  }
}

/** Throws the refusal, so that a decider reads as a list of rules. */
export function refuse(code: RefusalCode, facts?: RefusalFacts): never {
  throw new Refusal(code, facts);
}
