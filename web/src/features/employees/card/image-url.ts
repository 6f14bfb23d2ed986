/** An image in one of the sizes that the server draws. */
export const thumbnail = (file: string, size: 96 | 320): string =>
  file.startsWith('/files/') ? `${file}/thumbnail?size=${size}` : file;

/** Types that are offered as a link instead of a preview (seed, point 9). */
export const isPdf = (file: string): boolean => /\.pdf(?:$|[?#])/i.test(file);
