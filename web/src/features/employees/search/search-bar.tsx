import { Search } from 'lucide-react';
import { useRef, type FormEvent, type KeyboardEvent } from 'react';
import { useSingleKey } from '../../../shared/shortcuts.js';
import { Button } from '../../../shared/ui/button.js';
import styles from './search-bar.module.css';
import { RetryBanner } from '../../../shared/ui/banner.js';
import directory from '../directory/directory-view.module.css';
import type { EmployeeSearch } from './use-employee-search.js';
import { texts } from '../texts.js';

interface SearchBarProps {
  readonly text: string;
  readonly isLate: boolean;
  readonly onText: (text: string) => void;
  readonly onSubmit: () => void;
  readonly onClear: () => void;
  /** Arrow down leads into the list. */
  readonly onLeave: () => void;
}

/** Searches while one types; Submit and Clear are there for those who look for them. */
export function SearchBar({ text, isLate, onText, onSubmit, onClear, onLeave }: SearchBarProps) {
  const box = useRef<HTMLInputElement>(null);
  useSingleKey('/', texts.searchPeople, () => box.current?.select());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onSubmit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') onLeave();
    else if (event.key === 'Escape' && text !== '') onClear();
    else return;
    event.preventDefault();
  };
  return (
    <form role="search" className={styles.form} onSubmit={submit}>
      <div className={styles.box} data-late={isLate || undefined}>
        <Search size={17} strokeWidth={1.5} aria-hidden />
        <input
          ref={box}
          type="search"
          aria-label={texts.searchPeople}
          placeholder={texts.searchPlaceholder}
          value={text}
          maxLength={500}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          className={styles.input}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <Button type="submit" tone="primary">
        {texts.submit}
      </Button>
      <Button
        onClick={() => {
          onClear();
          box.current?.focus();
        }}
      >
        {texts.clear}
      </Button>
    </form>
  );
}

interface NotesProps {
  readonly search: EmployeeSearch;
  readonly onAgain: () => void;
}

/** Says when the hits come from this list only. */
export function SearchNotes({ search, onAgain }: NotesProps) {
  if (!search.isLocal) return null;
  return (
    <div className={directory.note}>
      <RetryBanner tone="attention" onRetry={onAgain}>
        {texts.searchAway}
      </RetryBanner>
    </div>
  );
}
