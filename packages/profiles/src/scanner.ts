import { openClamd } from '@feusa/files/scanner/clamd';
import type { Scanner } from '@feusa/files/scanner/port';
import type { Config } from './config.js';

/** What looks for viruses; undefined where none is set. */
export const scannerOf = ({ FEUSA_CLAMD: address }: Config): Scanner | undefined =>
  address === undefined ? undefined : openClamd(address);
