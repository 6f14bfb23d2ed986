import { PersonMark } from '../../shared/ui/person-mark.js';
import type { Known } from './use-names.js';

interface ActorMarkProps {
  readonly known: Known;
  readonly id: string;
}

/** The mark of who did something, before the name. */
export function ActorMark({ known, id }: ActorMarkProps) {
  const person = known.person(id);
  return person ? <PersonMark person={person} small /> : null;
}
