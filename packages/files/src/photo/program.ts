import { workForParent } from '../apart/end-with-parent.js';
import { check } from './check.js';

/** The process that checks photos. */
workForParent(({ bytes }: { readonly bytes: Uint8Array }) => check(bytes));
