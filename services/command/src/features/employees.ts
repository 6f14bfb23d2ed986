import { streamOf } from '@feusa/contracts/events';
import type { Image } from '@feusa/contracts/employees';
import type { Uploads } from '@feusa/files/uploads/port';
import { employees, type EmployeeContext } from '@feusa/domain/employees';
import type { Limits } from '@feusa/identity/limits/port';
import { feature } from '../feature.js';
import type { PrepareErasure } from '../erasure/erase.js';
import type { ErasureFacts } from '@feusa/domain/erasure';
import { isCalled } from './called.js';
import { DirectoryIndex } from './directory-index.js';

interface Exact {
  readonly isNamed?: boolean;
  readonly told?: ErasureFacts | undefined;
  readonly doubleOf?: EmployeeContext['doubleOf'];
}

/** What people change, ask for and take back about themselves. */
const OWN: ReadonlySet<string> = new Set([
  ...['update-own-profile', 'request-profile-change', 'withdraw-profile-change'],
]);

/** People of the directory, with their photos and their erasure. */
export const employeesFeature = (
  uploads: Uploads,
  limits: Pick<Limits, 'ownChange'>,
  erasing?: PrepareErasure,
) =>
  feature({
    noun: 'employee',
    decider: employees,
    readsDirectory: ['add-employee', 'update-employee', 'accept-profile-change'],
    async prepare({ name, body }, _id, by): Promise<Image | null | undefined> {
      if (OWN.has(name)) await limits.ownChange(by.id);
      if (name === 'erase-person') await erasing?.prepare(body);
      if (!('uploadId' in body) || !body.uploadId) return undefined;
      const { blob, mediaType } = await uploads.finishedImage(body.uploadId, by.id);
      return { blob, mediaType };
    },
    exact: {
      names: ['erase-person'],
      ofConflicts: ['add-employee', 'update-employee', 'restore-employee'],
      async read({ name, body }, id, store, { head }): Promise<Exact> {
        if (name !== 'erase-person') {
          const index = await DirectoryIndex.at(store, head);
          return { doubleOf: index.doubleOf(id) };
        }
        const stream = streamOf('employee', id);
        const isNamed = await isCalled(body.name, stream, store);
        return { isNamed, told: erasing?.told(stream) };
      },
    },
    context: ({ id, version, directory, by }, image, exact): EmployeeContext => ({
      ...{ id, version, directory, email: by.email },
      ...exact,
      ...(image !== undefined && { image }),
    }),
  });
