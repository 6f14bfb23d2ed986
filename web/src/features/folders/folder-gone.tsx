import type { FolderPage } from '@feusa/contracts/views';
import { useSession } from '../../shared/session.js';
import { Page } from '../../shared/ui/page.js';
import { GoneState } from '../../shared/ui/states.js';
import useSWR from 'swr';
import { get } from '../../shared/api.js';
import { folderHref } from './address.js';
import { pageKey } from './page/folder-page.js';
import { texts } from './texts.js';

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
    ? { href: folderHref(folder.path), label: texts.backTo(folder.name) }
    : { href: folderHref(''), label: texts.backToAllFiles };
  if (isReadOnly)
    return (
      <Page title={texts.notThereThen}>
        <GoneState title={texts.thisFolderWasNotHere} back={back}>
          <p>{texts.notHereThenHint}</p>
        </GoneState>
      </Page>
    );
  return (
    <Page title={name ? texts.folderRemoved : texts.folderNotFound}>
      <GoneState title={name ? texts.hasBeenRemoved(name) : texts.thisFolderIsNotHere} back={back}>
        <p>
          {name ? texts.goneHint : texts.goneOrWrongAddress}{' '}
          {isAdmin ? texts.youCanRestoreItFrom : texts.anAdministratorCanRestoreIt}
        </p>
      </GoneState>
    </Page>
  );
}
