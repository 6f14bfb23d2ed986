import { refuse } from '@feusa/contracts/refusals';
import type { Logger } from 'pino';
import type { EventStore } from '@feusa/event-log/store/port';
import type { TransparentLog } from '../port.js';
import type { LastSigned } from './known.js';
import type { LogGuard } from './port.js';

/** A store that takes nothing while the guard has a fault. */
export function guardedStore(store: EventStore, guard: LogGuard): EventStore {
  const mayWrite = () => guard.fault === undefined || refuse('log/read-only');
  return {
    ...store,
    async append(batch) {
      mayWrite();
      return store.append(batch);
    },
    async appendUnderLock(decide) {
      mayWrite();
      return store.appendUnderLock(decide);
    },
  };
}

/** A log of which nothing is signed while the guard has a fault; what is signed is kept beside the key. */
export function guardedLog(
  tree: TransparentLog,
  guard: LogGuard,
  last: LastSigned,
  log: Pick<Logger, 'warn'>,
): TransparentLog {
  return {
    ...tree,
    get key() {
      return tree.key;
    },
    async checkpoint(size) {
      if (guard.fault !== undefined) refuse('audit/contradiction');
      const signed = await tree.checkpoint(size);
      await last
        .grow(size, signed.note)
        .catch((err: unknown) => log.warn({ err }, 'the checkpoint was not kept beside the key'));
      return signed;
    },
  };
}
