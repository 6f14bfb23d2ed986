import type { EffectiveAccess, FolderAccessView } from '@feusa/contracts/folders';
import { PersonLine } from '../../../shared/ui/person-mark.js';
import styles from '../../../shared/ui/framed-list.module.css';
import { texts } from './texts.js';

/** Each who sees the folder, and what lets them in. */
export function WhoSees({
  seen: { effective, managers, access, groups },
  isPast = false,
}: {
  readonly seen: FolderAccessView;
  readonly isPast?: boolean;
}) {
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  const isRestricted =
    access !== null || effective.some(({ by }) => by.some(({ folder }) => folder !== null));
  const reason = ({ folder, group }: EffectiveAccess['by'][number]) => {
    if (folder === null) return isRestricted ? texts.isAdministrator : texts.isOpen;
    return group === null ? texts.byName : (names.get(group) ?? texts.unknownGroup);
  };
  const whyOf = ({ user, by }: EffectiveAccess) => {
    const why = [...new Set(by.map(reason))];
    return [...why, ...(managers.includes(user.id) ? [texts.manages] : [])].join(', ');
  };
  return (
    <>
      <h3 className={styles.heading}>
        {(isPast ? texts.sawIt : texts.seeItNow)(effective.length)}
      </h3>
      {/* Lists that scroll are reached by keyboard. */}
      <ul className={styles.list} tabIndex={0} aria-label={texts.whoCanSeeThis}>
        {effective.map((each) => (
          <li key={each.user.id}>
            <span className={styles.name}>
              <PersonLine person={each.user} />
            </span>
            <span className={styles.quiet}>{whyOf(each)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
