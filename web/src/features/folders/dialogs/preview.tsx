import type { FileView } from '@feusa/contracts/docs';
import { useEffect } from 'react';
import PreviewDialog from '../../../shared/preview/preview-dialog.js';
import { texts as preview } from '../../../shared/preview/texts.js';
import { remember } from '../../../shared/recents.js';
import { noteRead } from '../acknowledge/opened.js';
import { download } from '../list/download.js';
import { useFileAddress } from '../page/file-address.js';
import type { Previewed } from '../page/preview-address.js';
import { Missing } from './missing.js';

interface PreviewProps {
  readonly previewed: Previewed;
  /** The documents of the folder in the order of the list. */
  readonly files: readonly FileView[];
  readonly onShow: (id: string) => void;
  readonly onClose: () => void;
}

/** Looks inside the documents of a folder, one after the other. */
export default function Preview({ previewed, files, onShow, onClose }: PreviewProps) {
  const at = files.findIndex(({ id }) => id === previewed.id);
  const file = files[at];
  if (!file) return <Missing id={previewed.id} onClose={onClose} />;
  const step = (by: number) => {
    const next = files[at + by];
    if (next) onShow(next.id);
  };
  return (
    <PreviewOf
      file={file}
      version={previewed.version}
      place={[at + 1, files.length]}
      onStep={step}
      onClose={onClose}
    />
  );
}

interface PreviewOfProps {
  readonly file: FileView;
  readonly version: number | undefined;
  readonly place: readonly [number, number];
  readonly onStep: (by: number) => void;
  readonly onClose: () => void;
}

function PreviewOf({ file, version, ...rest }: PreviewOfProps) {
  const which = version === undefined ? '' : `version=${version}`;
  const addressOf = useFileAddress(file);
  const previewOf = useFileAddress({ ...file, url: `${file.url}/preview` });
  const { id, name } = file;
  const newestHref = addressOf('inline=1');
  useEffect(() => {
    noteRead(id);
    remember({ id, kind: 'file', name, href: newestHref });
  }, [id, name, newestHref]);
  // Another version has another address: what the browser remembers of the last one is not shown.
  const newest = `version=${file.fileVersion}`;
  return (
    <PreviewDialog
      name={which ? preview.version(name, version ?? 0) : name}
      address={previewOf(which || newest)}
      href={addressOf(['inline=1', which].filter(Boolean).join('&'))}
      onDownload={() => download(file, addressOf(which))}
      {...rest}
    />
  );
}
