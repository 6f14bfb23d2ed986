import path from 'node:path';
import { BLOBS, type Blobs } from '@feusa/files/blobs/port';
import type { Config } from '@feusa/profiles/config';
import type { BlobReferences } from '@feusa/files/uploads/port';
import type { DynamicModule } from '@nestjs/common';
import { FilesController } from './files.controller.js';
import { FILE_LOOKUP, type FileLookup } from './lookup.js';
import { PreviewController } from './preview.controller.js';
import { Previews } from './previews.js';
import { Thumbnails } from './thumbnails.js';

/** Where thumbnails are kept. */
export const thumbnailsIn = ({ FEUSA_DATA_DIR }: Pick<Config, 'FEUSA_DATA_DIR'>): string =>
  path.resolve(FEUSA_DATA_DIR, 'thumbnails');

/** Where pages that are made of documents are kept. */
export const previewsIn = ({ FEUSA_DATA_DIR }: Pick<Config, 'FEUSA_DATA_DIR'>): string =>
  path.resolve(FEUSA_DATA_DIR, 'previews');

class FilesModule {}

interface FilesPorts {
  readonly blobs: Blobs;
  readonly blobReferences: BlobReferences;
  readonly config: Pick<Config, 'FEUSA_DATA_DIR'>;
}

/** Serves the bytes of files and of employees' images. */
export const filesModule = (
  { blobs, blobReferences, config }: FilesPorts,
  lookup: FileLookup,
): DynamicModule => {
  const dir = thumbnailsIn(config);
  const previews = new Previews(previewsIn(config), blobs, blobReferences);
  return {
    module: FilesModule,
    controllers: [FilesController, PreviewController],
    providers: [
      { provide: BLOBS, useValue: blobs },
      { provide: FILE_LOOKUP, useValue: lookup },
      { provide: Previews, useValue: previews },
      { provide: Thumbnails, useValue: new Thumbnails(dir, blobs, blobReferences) },
    ],
  };
};
