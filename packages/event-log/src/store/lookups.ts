/**
 * What stands in an event's bytes and is looked up. The canonical text has its members in order and escapes
 * quotes: nothing that anybody wrote comes before these, and nothing of it could look like them.
 */
type Cause = 'commandId' | 'correlationId';

/** A third of the work of a regular expression, and each append does it for every event. */
const causeOf = (name: Cause) => `split_part(split_part(bytes, '"${name}":"', 2), '"', 1)`;
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
