import type { TrashItem } from '@feusa/contracts/views';
import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { fold } from '../../shared/fold.js';
import { usePast } from '../../shared/past.js';
import { useSession } from '../../shared/session.js';
import { Button } from '../../shared/ui/button.js';
import { FilterField } from '../../shared/ui/filter-field.js';
import { Page, PageHeader } from '../../shared/ui/page.js';
import { Skeleton } from '../../shared/ui/skeleton.js';
import { EmptyState, LoadingState } from '../../shared/ui/states.js';
import { useUrlState } from '../../shared/use-url-state.js';
import { kindOf } from './purging.js';
import { TrashList } from './trash-list.js';
import { useTrash, type Trash } from './use-trash.js';
import { texts } from './texts.js';

const TrashPreview = lazy(() => import('./trash-preview.js'));
const PurgeDialog = lazy(() => import('./purge-dialog.js'));

const matches = (item: TrashItem, filter: string) =>
  [item.name, item.by?.name ?? '', item.removedBy, ...item.ancestors.map(({ name }) => name)].some(
    (text) => fold(text).includes(filter),
  );

export default function TrashScreen() {
  const at = usePast();
  const [filter, setFilter] = useUrlState('filter');
  const [looked, stepTo] = useUrlState('preview');
  const [, look] = useUrlState('preview', { push: true });
  const [isSought, setIsSought] = useState(false);
  const trash = useTrash(at, filter.trim() !== '' || isSought);
  const { items, error, reload } = trash;
  return (
    <Page title={texts.trash}>
      {items ? (
        <Content trash={trash} items={items} filter={filter} setFilter={setFilter} />
      ) : (
        <LoadingState title={texts.trashNotLoaded} error={error} onRetry={() => void reload()}>
          <Bones />
        </LoadingState>
      )}
      {items && looked && (
        <Suspense>
          <TrashPreview
            found={items.filter((item) => matches(item, fold(filter.trim())))}
            items={items}
            id={looked}
            isWhole={!trash.hasMore}
            error={error}
            onSeek={() => setIsSought(true)}
            onRetry={() => void reload()}
            onShow={stepTo}
            onClose={() => look('')}
          />
        </Suspense>
      )}
    </Page>
  );
}

interface ContentProps {
  readonly trash: Trash;
  readonly items: readonly TrashItem[];
  readonly filter: string;
  readonly setFilter: (filter: string) => void;
}

function Content({ trash, items, filter, setFilter }: ContentProps) {
  const { total, isReading, hasMore, reload } = trash;
  const { isReadOnly } = useSession();
  const [purging, setPurging] = useState<readonly TrashItem[] | 'all'>();
  const wanted = fold(useDeferredValue(filter).trim());
  const found = items.filter((item) => matches(item, wanted));
  return (
    <>
      <PageHeader title={texts.trash} note={texts.intro}>
        <FilterField label={texts.filter} of={total} filter={filter} onFilter={setFilter} />
        {!isReadOnly && (hasMore || items.some(kindOf)) && (
          <Button tone="danger" icon={Trash2} onClick={() => setPurging('all')}>
            {texts.emptyTrash}
          </Button>
        )}
      </PageHeader>
      {items.length === 0 && (
        <EmptyState title={texts.theTrashIsEmpty}>{texts.deletedItemsStayHereUntil}</EmptyState>
      )}
      {items.length > 0 && found.length === 0 && !hasMore && !isReading && (
        <EmptyState
          title={texts.noDeletedItemsMatch(filter)}
          action={<Button onClick={() => setFilter('')}>{texts.showEverything}</Button>}
        />
      )}
      {(found.length > 0 || hasMore) && (
        <TrashList trash={trash} items={found} isFiltered={wanted !== ''} onPurge={setPurging} />
      )}
      {purging && (
        <Suspense>
          <PurgeDialog
            of={purging}
            hasPeople={items.some((item) => !kindOf(item))}
            onDone={() => {
              setPurging(undefined);
              void reload();
            }}
            onClose={() => {
              setPurging(undefined);
              void reload();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

const Bones = () => (
  <div role="status" aria-label={texts.loadingTheTrash}>
    <Skeleton style={{ width: 140, height: 30, marginBottom: 28 }} />
    {[0, 1, 2, 3].map((index) => (
      <Skeleton key={index} style={{ height: 46, marginTop: 12 }} />
    ))}
  </div>
);
