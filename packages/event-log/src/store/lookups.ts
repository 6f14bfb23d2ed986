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

/** The folder of an event that has added a file or a link, of which none ever moves. */
export const HOME = `substring(bytes from '"folderId":"([^"]*)"')`;
export const ADDS_DOC = `type in ('FileAdded', 'LinkAdded')`;

/** Lets the log be asked for a folder's docs. */
export const homeIndex = `create index events_home on log.events ((${HOME})) where ${ADDS_DOC};`;

/** Lets the log be asked for the events of a command, and of what belongs together. */
export const causeIndexes = `
  drop index if exists log.events_command, log.events_correlation;
  create index events_command on log.events ((${hashOf(causeOf('commandId'))}));
  create index events_correlation on log.events ((${hashOf(causeOf('correlationId'))}));
`;
