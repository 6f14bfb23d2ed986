import type { FileVersions, FileVersionView, FileView } from '@feusa/contracts/docs';
import { Download, Eye, History } from 'lucide-react';
import { useEffect, useState } from 'react';
import useSWR from 'swr';
import { ApiError } from '../../../shared/api.js';
import { exactTime, formatSize, whenText } from '../../../shared/format.js';
import { asOf, usePast } from '../../../shared/past.js';
import { useRecovery } from '../../../shared/recovery.js';
import { useSession } from '../../../shared/session.js';
import { toast } from '../../../shared/toast-store.js';
import { Button, IconButton } from '../../../shared/ui/button.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { download } from '../list/download.js';
import { useList } from '../list/context.js';
import { canPreview } from '../page/entries.js';
import { useFileAddress } from '../page/file-address.js';
import { texts } from '../texts.js';
import { restoreVersion } from './replacing.js';
import { PersonMark } from '../../../shared/ui/person-mark.js';
import styles from './versions.module.css';

/** What a file has held, the newest first; read again when there is one more. */
export function Versions({ file }: { readonly file: FileView }) {
  const at = usePast();
  const { data, error, mutate } = useSWR<FileVersions, ApiError>(
    asOf(`/api/files/${file.id}/versions`, at),
    { keepPreviousData: true },
  );
  const newest = data?.versions[0]?.fileVersion;
  useEffect(() => {
    if (newest !== undefined && newest !== file.fileVersion) void mutate();
  }, [newest, file.fileVersion, mutate]);
  const versions = data?.versions ?? [newestOf(file)];
  const older = data ? 0 : Math.min(file.fileVersion - 1, MOST_BONES);
  return (
    <section aria-labelledby="versions">
      <h3 id="versions" className={styles.title}>
        {texts.versions}
      </h3>
      <ul className={styles.list}>
        {versions.map((version) => (
          <Version key={version.fileVersion} file={file} version={version} />
        ))}
        {!error && <Bones count={older} />}
      </ul>
      {error && older > 0 && <NotLoaded error={error} onRetry={() => void mutate()} />}
    </section>
  );
}

/** What the file itself says of its newest version, so that most dialogs have their size at once. */
const newestOf = (file: FileView): FileVersionView => ({
  fileVersion: file.fileVersion,
  size: file.size,
  mediaType: file.mediaType,
  at: file.changedAt,
  by: file.changedBy,
  current: true,
});

/** As many older ones as take the room of a long dialog. */
const MOST_BONES = 8;

const Bones = ({ count }: { readonly count: number }) =>
  Array.from({ length: count }, (_, index) => (
    <li key={index} aria-hidden className={styles.version}>
      <Skeleton className={styles.bone ?? ''} />
    </li>
  ));

interface NotLoadedProps {
  readonly error: ApiError;
  readonly onRetry: () => void;
}

function NotLoaded({ error, onRetry }: NotLoadedProps) {
  useRecovery(error, onRetry);
  return (
    <div role="alert" className={styles.version}>
      <p className={styles.about}>{texts.olderVersionsNotLoaded}</p>
      <Button small onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </div>
  );
}

interface VersionProps {
  readonly file: FileView;
  readonly version: FileVersionView;
}

function Version({ file, version }: VersionProps) {
  const { fileVersion, size, note, from, at, by, current } = version;
  const { mayManage } = useSession();
  const { showPreview } = useList();
  const addressOf = useFileAddress(file);
  const which = `version=${fileVersion}`;
  const time = Date.parse(at);
  return (
    <li className={styles.version}>
      <div className={styles.about}>
        <a
          className={styles.open}
          href={addressOf(`inline=1&${which}`)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {texts.version(fileVersion)}
        </a>
        {current && <span className={styles.current}>{texts.currentVersion}</span>}
        <p className={styles.quiet}>
          <span className={styles.whole} data-tip={exactTime(time)}>
            {whenText(time)}
          </span>
          {' · '}
          <PersonMark person={by} small />
          {by.name ?? (by.email || texts.formerAccount)}
          {' · '}
          <span className={styles.whole}>{formatSize(size)}</span>
        </p>
        {from !== undefined && <p className={styles.quiet}>{texts.restoredFrom(from)}</p>}
        {note && <p className={styles.note}>{note}</p>}
      </div>
      {canPreview(file) && (
        <IconButton
          icon={Eye}
          label={texts.previewVersion(fileVersion)}
          onClick={() => showPreview(file.id, fileVersion)}
        />
      )}
      <IconButton
        icon={Download}
        label={texts.downloadVersion(fileVersion)}
        onClick={() => void download({ name: file.name, size }, addressOf(which))}
      />
      {mayManage && !current && <Restore file={file} fileVersion={fileVersion} />}
    </li>
  );
}

interface RestoreProps {
  readonly file: FileView;
  readonly fileVersion: number;
}

function Restore({ file, fileVersion }: RestoreProps) {
  const [busy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    try {
      await restoreVersion(file, fileVersion);
    } catch (error) {
      const detail = error instanceof ApiError ? error.detail : '';
      toast({ tone: 'danger', text: texts.versionNotRestored(detail) });
    }
    setBusy(false);
  };
  return (
    <Button small icon={History} pending={busy} onClick={() => void restore()}>
      {texts.restore}
      <span className="visually-hidden"> {texts.version(fileVersion)}</span>
    </Button>
  );
}
