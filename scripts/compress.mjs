import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(m?js|css|html|svg|json|webmanifest)$/;
const WORTH_IT = 1024;

/** Puts a .br and a .gz beside every text file of a folder, for servers that send such files. */
export const compressFiles = async (folder) => {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names.filter((name) => TEXT.test(name)).map((name) => compress(join(folder, name))),
  );
};

const compress = async (path) => {
  const text = await readFile(path);
  if (text.length < WORTH_IT) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(text, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
};
