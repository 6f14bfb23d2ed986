import { Banner } from '../../../shared/ui/banner.js';
import { Button } from '../../../shared/ui/button.js';
import styles from '../directory/directory-view.module.css';
import type { PeopleSearch } from './use-people-search.js';

interface NotesProps {
  readonly search: PeopleSearch;
  readonly onAgain: () => void;
}

/** Says when the hits come from this list only. */
export function SearchNotes({ search, onAgain }: NotesProps) {
  if (!search.isLocal) return null;
  return (
    <div className={styles.note}>
      <Banner
        tone="attention"
        action={
          <Button small onClick={onAgain}>
            Try again
          </Button>
        }
      >
        Search is not available right now. Shown are the people of this list who match as written,
        without forgiving typing errors.
      </Banner>
    </div>
  );
}
