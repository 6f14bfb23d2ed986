import type { Home, HomeItem, HomeNews } from '@feusa/contracts/home';
import { Bell, History, Star, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { exactTime, whenText } from '../../../shared/format.js';
import { forgetOpened, readNews } from '../../../shared/personal.js';
import { Button } from '../../../shared/ui/button.js';
import styles from './home.module.css';
import { useHome } from './use-home.js';
import { HomeLine } from './home-line.js';
import { texts } from './texts.js';

/** A person's own things above the folders; what is empty takes no room. */
export function HomePanel() {
  const home = useHome();
  return home ? <Sections home={home} /> : null;
}

function Sections({ home }: { readonly home: Home }) {
  // What lies in the root is on the screen already.
  const opened = home.opened.filter(({ kind, path }) => kind !== 'folder' || path.length > 0);
  const { news, stars, follows } = home;
  if (news.length + stars.length + opened.length === 0) return null;
  return (
    <div className={styles.home}>
      <Section
        title={texts.newInFollowed}
        icon={Bell}
        items={news}
        about={newsText}
        action={
          <Button small tone="quiet" onClick={() => void readNews(follows.map(({ id }) => id))}>
            {texts.markAllAsRead}
          </Button>
        }
      />
      <Section title={texts.favourites} icon={Star} items={stars} about={placeOf} />
      <Section
        title={texts.lastOpened}
        icon={History}
        items={opened}
        about={openedText}
        action={
          <Button small tone="quiet" onClick={() => void forgetOpened()}>
            {texts.clear}
          </Button>
        }
      />
    </div>
  );
}

const placeOf = ({ path, role = '' }: HomeItem): string =>
  role || path.map(({ name }) => name).join(' / ') || texts.files;

const openedText = (item: HomeItem): string =>
  `${placeOf(item)} · ${whenText(Date.parse(item.at))}`;

/** Who has made the news. */
const byOf = (item: HomeItem | HomeNews) => ('by' in item ? { by: item.by } : {});

const newsText = ({ by, isNew, at, path }: HomeNews): string => {
  const who = by.name ?? (by.email || texts.somebody);
  return `${(isNew ? texts.addedBy : texts.changedBy)(who)} · ${path.at(-1)?.name} · ${whenText(Date.parse(at))}`;
};

/** So many are shown at first. */
const FEW = 5;

interface SectionProps<I extends HomeItem> {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly items: readonly I[];
  readonly about: (item: I) => string;
  readonly action?: ReactNode;
}

function Section<I extends HomeItem>({ title, icon: Icon, items, about, action }: SectionProps<I>) {
  const [isWhole, setWhole] = useState(false);
  if (items.length === 0) return null;
  const shown = isWhole ? items : items.slice(0, FEW);
  return (
    <section aria-label={title} className={styles.section}>
      <header className={styles.heading}>
        <Icon size={16} strokeWidth={1.5} aria-hidden />
        <h2>{title}</h2>
        {action}
      </header>
      <ul className={styles.lines}>
        {shown.map((item) => (
          <HomeLine
            key={item.id}
            item={item}
            about={about(item)}
            tip={exactTime(Date.parse(item.at))}
            {...byOf(item)}
          />
        ))}
      </ul>
      {items.length > FEW && (
        <Button small tone="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.showLess : texts.showAllOf(items.length)}
        </Button>
      )}
    </section>
  );
}
