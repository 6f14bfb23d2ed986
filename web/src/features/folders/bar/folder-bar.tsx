import type { FolderPage } from '@feusa/contracts/views';
import { ChevronLeft, Ellipsis, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../../shared/session.js';
import { Button, LinkButton } from '../../../shared/ui/button.js';
import { MenuButton } from '../../../shared/ui/menu.js';
import { FollowButton, StarButton } from '../../../shared/ui/star-button.js';
import { NoticePlace } from '../../../shared/ui/notice-place.js';
import { texts as sharedTexts } from '../../../shared/texts.js';
import { useSizeClass } from '../../../shared/use-size.js';
import { crumbsOf } from '../address.js';
import { LockMark } from '../access/lock-mark.js';
import { useBarActions, useMenuEntries, type BarAction, type BarActions } from './actions.js';
import styles from './bar.module.css';
import { Crumbs } from './crumbs.js';
import type { FolderDialog } from '../list/context.js';
import { texts } from '../texts.js';

interface FolderBarProps {
  readonly page: FolderPage;
  readonly open: (dialog: FolderDialog) => void;
}

/** Where am I, what can I do here. */
export function FolderBar({ page, open }: FolderBarProps) {
  const actions = useBarActions(page, open);
  const isPhone = useSizeClass() === 0;
  const parent = crumbsOf(page).at(-1);
  return (
    <header className={styles.header}>
      {parent && (
        <Way page={page} back={parent.href}>
          {!isPhone && <GoActions actions={actions.go} />}
        </Way>
      )}
      <div className={styles.title}>
        <h1>{page.folder?.name ?? texts.files}</h1>
        {page.folder?.restricted && <LockMark />}
        {page.folder && <MarkButtons id={page.folder.id} />}
        <NoticePlace at="heading" />
        {isPhone && <PhoneActions actions={actions} />}
        {!isPhone && !parent && <GoActions actions={actions.go} />}
      </div>
      {!isPhone && <WideActions actions={actions} />}
    </header>
  );
}

interface WayProps {
  readonly page: FolderPage;
  readonly back: string;
  readonly children: ReactNode;
}

const Way = ({ page, back, children }: WayProps) => (
  <div className={styles.way}>
    <LinkButton small tone="quiet" icon={ChevronLeft} href={back} className={styles.back ?? ''}>
      {texts.back}
    </LinkButton>
    <Crumbs page={page} />
    {children}
  </div>
);

/** Nobody marks anything in the past. */
function MarkButtons({ id }: { readonly id: string }) {
  const { isReadOnly } = useSession();
  if (isReadOnly) return null;
  return (
    <span className={styles.marks}>
      <StarButton item={{ kind: 'folder', id }} />
      <FollowButton id={id} />
    </span>
  );
}

function PhoneActions({ actions }: { readonly actions: BarActions }) {
  const entries = useMenuEntries(actions);
  const icon = actions.add.length > 0 ? Plus : Ellipsis;
  return <MenuButton label={sharedTexts.actions} icon={icon} entries={entries} />;
}

interface ActionButtonProps {
  readonly action: BarAction;
  readonly tone?: 'plain' | 'quiet';
}

const ActionButton = ({ action, tone = 'plain' }: ActionButtonProps) =>
  action.href ? (
    <LinkButton href={action.href} icon={action.icon} tone="quiet">
      {action.label}
    </LinkButton>
  ) : (
    <Button icon={action.icon} tone={tone} onClick={action.run}>
      {action.label}
    </Button>
  );

const GoActions = ({ actions }: { readonly actions: readonly BarAction[] }) => (
  <div className={styles.go}>
    {actions.map((action) => (
      <ActionButton key={action.id} action={action} tone="quiet" />
    ))}
  </div>
);

function WideActions({ actions }: { readonly actions: BarActions }) {
  const { add, change, more, remove } = actions;
  if (add.length + more.length === 0) return null;
  return (
    <div className={styles.actions}>
      {add.map((action) => (
        <ActionButton key={action.id} action={action} />
      ))}
      {change.map((action) => (
        <ActionButton key={action.id} action={action} tone="quiet" />
      ))}
      {more.length + remove.length > 0 && (
        <MenuButton
          iconOnly
          label={texts.moreForThisFolder}
          icon={Ellipsis}
          entries={[...more, ...remove].map(({ id, label, icon, run, tone }) => ({
            ...{ id, label, icon, run },
            ...(tone && { tone }),
          }))}
        />
      )}
    </div>
  );
}
