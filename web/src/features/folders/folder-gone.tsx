import type { FolderPage } from '@feusa/contracts/views';
import { useSession } from '../../shared/session.js';
import { Page } from '../../shared/ui/page.js';
import { GoneState } from '../../shared/ui/states.js';
import useSWR from 'swr';
import { get } from '../../shared/api.js';
import { folderHref } from './address.js';
import { pageKey } from './page/folder-page.js';

/** The nearest folder above that is still there. */
async function nearest(ids: readonly string[]): Promise<FolderPage> {
  for (const id of [...ids].reverse()) {
    const page = await get<FolderPage>(pageKey(id)).catch(() => undefined);
    if (page) return page;
  }
  return get<FolderPage>(pageKey(null));
}

/** The folder of this address is removed, or never was. Says so, with the way back. */
export function FolderGone({ last }: { readonly last: FolderPage | undefined }) {
  const { isAdmin, isReadOnly } = useSession();
  const ids = last?.ancestors.map(({ id }) => id) ?? [];
  const { data: above } = useSWR(['nearest', ...ids], () => nearest(ids));
  const name = last?.folder?.name;
  const folder = above?.folder;
  const back = folder
    ? { href: folderHref(folder.path), label: `Back to ${folder.name}` }
    : { href: folderHref(''), label: 'Back to all files' };
  if (isReadOnly)
    return (
      <Page title="Not there then">
        <GoneState title="This folder was not here then" back={back}>
          <p>It had not been added yet, or had been removed. Another moment may show it.</p>
        </GoneState>
      </Page>
    );
  return (
    <Page title="Folder removed">
      <GoneState
        title={name ? `“${name}” has been removed` : 'This folder is not here'}
        back={back}
      >
        <p>
          {name
            ? 'Somebody removed it, or a folder above it.'
            : 'It may have been removed, or the address is not complete.'}{' '}
          {isAdmin ? 'You can restore it from Trash.' : 'An administrator can restore it.'}
        </p>
      </GoneState>
    </Page>
  );
}
