import { useEffect } from 'react';
import useSWR from 'swr';
import { useParams, useSearch } from 'wouter';
import { ApiError, request } from '../../shared/api.js';
import { Page } from '../../shared/ui/page.js';
import { Late } from '../../shared/ui/skeleton.js';
import { Spinner } from '../../shared/ui/spinner.js';
import { ErrorState, GoneState } from '../../shared/ui/states.js';
import { texts } from './texts.js';

/** Whether the file may be had; its first byte is enough to know. */
const look = async (address: string) => {
  await request('HEAD', address);
  return address;
};

/** Where the link of a file leads that a browser can not just show: to the file, or to why not. */
export default function OpenScreen() {
  const { id = '' } = useParams<{ id?: string }>();
  const search = useSearch();
  const address = `/files/${encodeURIComponent(id)}${search && `?${search}`}`;
  const { data, error, mutate } = useSWR<string, unknown>(address, look);
  useEffect(() => {
    if (data !== undefined) location.replace(data);
  }, [data]);
  if (error instanceof ApiError && error.status === 404)
    return (
      <Page title={texts.fileNotFound}>
        <GoneState
          title={texts.thisFileIsGone}
          back={{ href: '/dashboard', label: texts.backToFiles }}
        >
          {texts.fileGoneHint}
        </GoneState>
      </Page>
    );
  return (
    <Page title={texts.openingAFile}>
      {error === undefined ? (
        <Late>
          <Spinner label={texts.openingTheFile} />
        </Late>
      ) : (
        <ErrorState title={texts.theFileDidNotOpen} error={error} onRetry={() => void mutate()} />
      )}
    </Page>
  );
}
