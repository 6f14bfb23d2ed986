/** The seed's sentences; the first is for folders too. */
export const ADD_FILE_FAILED = 'An error occured when adding the file. Please try again.';
export const ADD_LINK_FAILED = 'An error occured when adding the link. Please try again.';
export const RENAME_FAILED = 'The folder was not renamed. Please try again.';
