const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 16px; overflow-wrap: anywhere; }
img { max-width: 100%; height: auto; }
pre { white-space: pre-wrap; font: 13px/1.5 ui-monospace, monospace; }
table { border-collapse: collapse; margin-bottom: 24px; font-size: 13px; }
td, th { padding: 3px 8px; border: 1px solid #8885; text-align: left; vertical-align: top; }
blockquote { margin-left: 0; padding-left: 12px; border-left: 3px solid #8885; }
.scroll { overflow-x: auto; }
.rest { color: #767676; }`;

/** A page by itself, which needs nothing else. */
export const pageOf = (content: string): string =>
  `<!doctype html><html lang="und"><head><meta charset="utf-8"><title>Preview</title><style>${STYLE}</style></head><body>${content}</body></html>`;

const characters: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => characters[character]!);
