import { isSafeLink } from '@feusa/contracts/docs';
import type { FindHit, FindKind } from '@feusa/contracts/find';
import { findBounds } from '@feusa/contracts/find-bounds';
import { File, Folder, Link as LinkIcon, UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatNumber } from '../format.js';

export const findKinds: readonly FindKind[] = ['folder', 'file', 'link', 'person'];
export const findIcons = { folder: Folder, file: File, link: LinkIcon, person: UserRound };

/** How many were found; beyond some nobody counts. */
export const foundText = (count: number): string =>
  `${formatNumber(count)}${count < findBounds.counted.value ? '' : '+'}`;

const SETTLED_MS = 120;

/** What has been typed, once no other letter follows at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** How far back one looks for what was changed, in days, by its name in the address. */
export const findTimes = { day: 1, week: 7, month: 31, year: 366 } as const;
export type FindTime = keyof typeof findTimes;
export const isFindTime = (text: string): text is FindTime => text in findTimes;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The same within an hour, so that the same search has one address. */
function startOf(when: string | undefined): string | undefined {
  if (!when || !isFindTime(when)) return undefined;
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  return new Date(hour - findTimes[when] * DAY_MS).toISOString();
}

interface Search {
  readonly q: string;
  readonly kind?: string;
  readonly folder?: string;
  /** One of `findTimes`; anything else is any time. */
  readonly when?: string;
  readonly limit?: number;
  readonly cursor?: string | null;
}

/** Whether there is anything in it that things are found by. */
export const isFindable = (q: string): boolean => /[\p{L}\p{N}]/u.test(q);

/** The address of a search; null for one that nothing can be found by. */
export function findAddress({ q, kind, folder, when, limit, cursor }: Search): string | null {
  if (!isFindable(q)) return null;
  const place = { kind, in: folder, from: startOf(when) };
  const given = { q: q.trim(), ...place, limit: limit?.toString(), cursor };
  const params = Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `/api/find?${new URLSearchParams(params).toString()}`;
}

/** Where it is seen; a link's own address is elsewhere, undefined where that is not safe. */
export function hrefOf({ kind, id, path, link }: FindHit): string | undefined {
  const folder = ['/dashboard', ...path.map((each) => each.id)].join('/');
  if (kind === 'person') return `/dashboard/employees?person=${id}`;
  if (kind === 'folder') return `${folder}/${id}`;
  if (kind === 'file') return `${folder}?detail=${id}`;
  return link && isSafeLink(link) ? link : undefined;
}

export interface ExcerptPart {
  readonly text: string;
  readonly isMarked: boolean;
}

const characters: Readonly<Record<string, string>> = {
  ...{ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' },
};
const plain = (html: string) =>
  html.replace(/&(lt|gt|quot|amp|#39);/g, (each) => characters[each]!);

/** An excerpt as text: nothing of it is ever read as HTML. */
export const excerptParts = (excerpt: string): ExcerptPart[] =>
  excerpt
    .split(/<mark>|<\/mark>/)
    .map((html, index) => ({ text: plain(html), isMarked: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
