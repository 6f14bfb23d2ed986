import type { DeadLetter, DeadLetterAction } from '@feusa/event-log/dead-letters/port';

const states: Record<DeadLetter['state'], string> = {
  blocked: 'blocked',
  due: 'to be tried again',
  quarantined: 'quarantined',
  discarded: 'given up',
};

/** `2026-11-21 08:15:03`, in UTC. */
export const timeText = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

/** Rows under each other, each column as wide as its longest cell. */
export function tableText(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** The list of letters as a table, or that there are none. */
export function listText(letters: readonly DeadLetter[]): string[] {
  if (letters.length === 0) return ['No stream is blocked.'];
  const head = ['ID', 'CONSUMER', 'STREAM', 'STOPS AT', 'STATE', 'REDRIVES', 'BLOCKED', 'ERROR'];
  const rows = letters.map((each) => [
    String(each.id),
    each.consumer,
    each.stream,
    `${each.eventType} at ${each.position}`,
    states[each.state],
    String(each.redrives),
    timeText(each.blockedAt),
    each.error,
  ]);
  return tableText([head, ...rows]);
}

/** One letter with its history. */
export function letterText(letter: DeadLetter, actions: readonly DeadLetterAction[]): string[] {
  const facts: [string, string][] = [
    ['Stream', letter.stream],
    ['Consumer', letter.consumer],
    ['State', states[letter.state] + (letter.dueAt ? `, due ${timeText(letter.dueAt)}` : '')],
    ['Stops at', `${letter.eventType}, position ${letter.position}, version ${letter.fromVersion}`],
    ['Event', letter.eventId],
    ['Error', letter.error],
    ['Tries', `${letter.tries}, redrives in vain ${letter.redrives}`],
    ['Blocked', timeText(letter.blockedAt)],
  ];
  return [...tableText(facts), ...historyText(actions)];
}

/** What was done about a letter, newest first; nothing where nothing was. */
export function historyText(actions: readonly DeadLetterAction[]): string[] {
  if (actions.length === 0) return [];
  const rows = actions.map(({ at, kind, by, outcome, note }) => [
    timeText(at),
    kind,
    by,
    outcome ?? 'under way',
    note ?? '',
  ]);
  return ['', ...tableText([['WHEN', 'WHAT', 'WHO', 'OUTCOME', 'NOTE'], ...rows])];
}
