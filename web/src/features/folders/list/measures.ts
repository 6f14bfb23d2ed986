/** Heights that the style sheet and the drawing of long lists share, in pixels. */
export const TILE_LINE = 72;
export const TILE_GAP = 10;
export const DOC_LINE = { phone: 64, wide: 50 } as const;
