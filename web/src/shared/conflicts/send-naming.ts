import type { CommandInput, CommandName } from '@feusa/contracts/commands';
import { ApiError, newCorrelation, send } from '../api.js';
import type { Sent } from '../own-changes.js';
import { askHowToResolve, Cancelled, type Conflict, type ConflictKind } from './ask.js';

interface About {
  readonly correlationId?: string | undefined;
  readonly name: string;
  /** What the person knows theirs by. */
  readonly mine?: readonly string[];
  readonly folderId?: string | null;
  /** Another file may make way for it. */
  readonly canReplace?: boolean;
}

interface Taken {
  readonly id: string;
  readonly kind?: ConflictKind;
  readonly suggestion?: string;
}

/** What is in the way, where a refusal tells. */
export function takenBy(error: unknown): Taken | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const isTaken = error.code === 'name-taken' || error.code === 'employee/exists';
  return isTaken ? (error.problem as unknown as Taken) : undefined;
}

/**
 * Sends a command that puts something somewhere, and asks where another of its name is there already.
 * @throws Cancelled where the person then leaves it
 */
export async function sendNaming<N extends CommandName>(
  command: N,
  body: CommandInput<N>,
  about: About,
): Promise<Sent> {
  const correlationId = about.correlationId ?? newCorrelation();
  try {
    return await send(command, body, correlationId, 'refuse');
  } catch (error) {
    const taken = takenBy(error);
    if (!taken) throw error;
    const conflict = conflictOf(taken, { ...about, correlationId });
    switch (await askHowToResolve(conflict)) {
      case 'both':
        return send(command, body, correlationId, 'keep-both');
      case 'replace': {
        const answer = await send(command, body, correlationId);
        await send('remove-file', { id: taken.id }, correlationId);
        return answer;
      }
      default:
        throw new Cancelled();
    }
  }
}

function conflictOf(
  { id, kind = 'employee', suggestion }: Taken,
  { name, mine = [], folderId, canReplace = false, correlationId }: About,
): Conflict {
  const group = correlationId ?? '';
  const replaceable = canReplace && kind === 'file';
  const existing = { id, kind };
  return { group, name, existing, folderId, mine, suggestion, canReplace: replaceable };
}
