import { streamOf } from '@feusa/contracts/events';
import type { Image } from '@feusa/contracts/employees';
import type { Uploads } from '@feusa/files/uploads/port';
import { employees, type EmployeeContext } from '@feusa/domain/employees';
import type { Limits } from '@feusa/identity/limits/port';
import { feature } from '../feature.js';
import type { PrepareErasure } from '../erasure/erase.js';
import type { ErasureFacts } from '@feusa/domain/erasure';
import { isCalled } from './called.js';

interface Exact {
  readonly isNamed?: boolean;
  readonly erasureFacts?: ErasureFacts | undefined;
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
    readsDirectory: [
      'add-employee',
      'update-employee',
      'restore-employee',
      'accept-profile-change',
    ],
    async limit({ name }, by) {
      if (OWN.has(name)) await limits.ownChange(by.id);
    },
    async prepare({ name, body }, _id, by): Promise<Image | null | undefined> {
      if (name === 'erase-person') await erasing?.prepare(body);
      if (!('uploadId' in body) || !body.uploadId) return undefined;
      const { blob, mediaType } = await uploads.finishedImage(body.uploadId, by.id);
      return { blob, mediaType };
    },
    exact: {
      names: ['erase-person'],
      async read({ name, body }, id, store): Promise<Exact> {
        if (name !== 'erase-person') return {};
        const stream = streamOf('employee', id);
        const isNamed = await isCalled(body.name, stream, store);
        return { isNamed, erasureFacts: erasing?.factsOf(stream) };
      },
    },
    context: ({ id, version, directory, by, naming }, image, exact): EmployeeContext => ({
      ...{ id, version, directory, email: by.email },
      ...exact,
      ...(naming?.onConflict === 'refuse' && { doubleOf: (who) => directory?.doubleOf(id, who) }),
      ...(image !== undefined && { image }),
    }),
  });
