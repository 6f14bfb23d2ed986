/**
 * What stands in an event's bytes and is looked up. The canonical text has its members in order and escapes
 * quotes: nothing that anybody wrote comes before these, and nothing of it could look like them.
 */
type Cause = 'commandId' | 'correlationId';

/** Less than a third of the work of a regular expression, and each append does it for every event. */
const textOf = (name: string) => `split_part(split_part(bytes, '"${name}":"', 2), '"', 1)`;
const causeOf = (name: Cause) => textOf(name);
/** 8 bytes an entry: the texts are compared once more where it is looked up. */
const hashOf = (text: string) => `hashtextextended(${text}, 0)`;

/** The condition that events of this cause meet; `value` is a parameter, such as `$3`. */
export const causeIs = (name: Cause) => (value: string) =>
  `${hashOf(causeOf(name))} = ${hashOf(`${value}::text`)} and ${causeOf(name)} = ${value}`;

/** The folder that a file or a link lies in after an event of its own. */
export const HOME = `substring(bytes from '"folderId":"([^"]*)"')`;
export const PLACES_DOC = `type in ('FileAdded', 'LinkAdded', 'FileMoved', 'LinkMoved')`;

/** Let the log be asked for what ever lay in a folder; once none of it ever moved. */
const homesOf = (events: string) =>
  `create index events_home on log.events ((${HOME})) where ${events};`;
export const firstHomeIndex = homesOf(`type in ('FileAdded', 'LinkAdded')`);
export const homeIndex = `drop index if exists log.events_home; ${homesOf(PLACES_DOC)}`;

/** Lets the log be asked for the events of a command, and of what belongs together. */
export const causeIndexes = `
  drop index if exists log.events_command, log.events_correlation;
  create index events_command on log.events ((${hashOf(causeOf('commandId'))}));
  create index events_correlation on log.events ((${hashOf(causeOf('correlationId'))}));
`;

const NAMES = `type in ('FolderAdded', 'FolderRenamed', 'FolderMoved', 'FolderRestored', 'FileAdded', 'FileRenamed',
  'FileMoved', 'FileRestored', 'LinkAdded', 'LinkEdited', 'LinkMoved', 'LinkRestored')`;
export const MOVES = `type in ('FolderMoved', 'FileMoved', 'LinkMoved')`;
/** The folder that anything lies in after an event of its own, empty for the root: an event has one of both at most. */
export const PLACE = `(${textOf('folderId')} || ${textOf('parentId')})`;
/**
 * The name that an event gives, escaped, up to its first quote: who finds by it compares the whole. Taken as text, so
 * that bytes that somebody has changed can be stored and shown for what they are.
 */
const given = (json: string) => `normalize(split_part(${json}, '"', 1), NFC)`;
const GIVEN = given(`split_part(bytes, '"name":"', 2)`);
const escaped = (name: string) => given(`substr(to_json(${name})::text, 2)`);
const named = (place: string, name: string) => hashOf(`${place} || '/' || ${name}`);

/** The condition that events meet which may have given something a name in a folder. */
export const mayName = (place: string, name: string) =>
  `${NAMES} and ${named(PLACE, GIVEN)} = ${named(place, escaped(name))}`;

const nameIndexesBy = (place: string) => `
  create index events_named on log.events ((${named(place, GIVEN)})) where ${NAMES};
  create index events_moved on log.events ((${place})) where ${MOVES};
`;
/** Let the log be asked for what has a name in a folder, however much else lies there; at first by a slower expression. */
export const firstNameIndexes = nameIndexesBy(
  `coalesce(substring(bytes from '"(?:folderId|parentId)":"([^"]*)"'), '')`,
);
export const nameIndexes = `
  drop index if exists log.events_named, log.events_moved;
  ${nameIndexesBy(PLACE)}`;
