import type { FolderPage } from '@feusa/contracts/views';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { usePast } from '../../shared/past.js';
import { Page } from '../../shared/ui/page.js';
import { Late, Skeleton } from '../../shared/ui/skeleton.js';
import { Spinner } from '../../shared/ui/spinner.js';
import { ErrorState } from '../../shared/ui/states.js';
import { useColumns } from '../../shared/use-size.js';
import { idOfPath, isFolderId, useTruePath } from './address.js';
import { FolderContent } from './folder-content.js';
import { FolderGone } from './folder-gone.js';
import { useHomeFirst } from './home/use-home.js';
import { useTileLine } from './list/lines.js';
import styles from './list/list.module.css';
import { useFolder } from './page/as-of.js';
import { texts } from './texts.js';

export default function FoldersScreen() {
  const [path] = useLocation();
  const id = idOfPath(path);
  if (id !== null && !isFolderId(id)) return <FolderGone last={undefined} />;
  return <FolderView key={id} id={id} />;
}

function FolderView({ id }: { readonly id: string | null }) {
  const { page, error, isGone, reload } = useFolder(id);
  const at = usePast();
  const last = useLastPage(page);
  const isWaiting = useHomeFirst(id === null && at === '');
  useTruePath(isGone ? undefined : page);
  if (isGone && (at !== '' || !page)) return <FolderGone last={last} />;
  // Rows of another moment are not news: nothing is held back.
  const moment = at === '' ? '' : page?.position;
  if (page && !isWaiting) return <FolderContent key={moment} page={page} id={id} isGone={isGone} />;
  if (error)
    return (
      <Page title={texts.files}>
        <ErrorState title={texts.folderNotLoaded} error={error} onRetry={reload} />
      </Page>
    );
  return (
    <Page title={texts.files}>
      {id === null ? (
        <Late>
          <Spinner label={texts.loadingTheFolders} />
        </Late>
      ) : (
        <FolderSkeleton />
      )}
    </Page>
  );
}

/** The page as it was when it could last be read. */
function useLastPage(page: FolderPage | undefined): FolderPage | undefined {
  const last = useRef(page);
  useEffect(() => {
    if (page) last.current = page;
  }, [page]);
  return page ?? last.current;
}

const some = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The shape of a folder while it is being read. */
function FolderSkeleton() {
  const columns = useColumns([2, 3, 6]);
  const height = useTileLine();
  return (
    <div role="status" aria-label={texts.loadingTheFolder}>
      <Skeleton style={{ width: 220, height: 20, marginBottom: 12 }} />
      <Skeleton style={{ width: 300, height: 32, marginBottom: 24 }} />
      <div
        className={styles.grid}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {some(columns).map((index) => (
          <Skeleton key={index} style={{ height }} />
        ))}
      </div>
      {some(4).map((index) => (
        <Skeleton key={index} style={{ height: 34, marginTop: 16 }} />
      ))}
    </div>
  );
}
