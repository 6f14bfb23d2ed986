import { Link2, Share2 } from 'lucide-react';
import { copyText } from '../clipboard.js';
import { toast } from '../toast-store.js';
import type { MenuEntry } from '../ui/menu.js';
import { texts } from './texts.js';

/** Phones have a sheet of their own for it. */
const hasSheet = (): boolean =>
  typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches;

async function passOn(path: string, name: string): Promise<void> {
  const url = new URL(path, location.origin).href;
  // Who closes the sheet wants nothing more.
  if (hasSheet()) return navigator.share({ title: name, url }).catch(() => undefined);
  const isDone = await copyText(url, document.body);
  if (isDone) toast({ text: texts.copied(name) });
  else toast({ tone: 'danger', text: texts.notCopied(url) });
}

/** Passes the address of something on: to the clipboard, or by what the phone has for that. */
export const passingOn = (path: string, name: string): MenuEntry => ({
  id: 'link',
  label: hasSheet() ? texts.share : texts.copyLink,
  icon: hasSheet() ? Share2 : Link2,
  run: () => void passOn(path, name),
});
