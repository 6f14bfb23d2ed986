import { useLocation } from 'wouter';
import { usePast } from '../../shared/past.js';
import { Page } from '../../shared/ui/page.js';
import { Late } from '../../shared/ui/skeleton.js';
import { Spinner } from '../../shared/ui/spinner.js';
import { ErrorState } from '../../shared/ui/states.js';
import { FolderContent } from './folder-content.js';
import { FolderGone } from './folder-gone.js';
import { idOfPath, isFolderId } from './page/folder-page.js';
import { FolderSkeleton } from './list/skeleton.js';
import { useFolder } from './page/use-folder.js';
import { useLastPage } from './use-last-page.js';
import { useTruePath } from './use-true-path.js';

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
  useTruePath(isGone ? undefined : page);
  if (isGone) return <FolderGone last={last} />;
  // Rows of another moment are not news: nothing is held back.
  const moment = at === '' ? '' : page?.position;
  if (page) return <FolderContent key={moment} page={page} id={id} />;
  if (error)
    return (
      <Page title="Files">
        <ErrorState title="This folder could not be loaded" error={error} onRetry={reload} />
      </Page>
    );
  return (
    <Page title="Files">
      {id === null ? (
        <Late>
          <Spinner label="Loading the folders" />
        </Late>
      ) : (
        <FolderSkeleton />
      )}
    </Page>
  );
}
