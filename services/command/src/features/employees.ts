import { streamOf } from '@feusa/contracts/events';
import type { Image } from '@feusa/contracts/employees';
import type { Uploads } from '@feusa/files/uploads/port';
import { employees, type EmployeeContext } from '@feusa/domain/employees';
import { feature } from '../feature.js';
import type { PrepareErasure } from '../erasure/erase.js';
import type { ErasureFacts } from '@feusa/domain/erasure';
import { isCalled } from './called.js';
import { Doubles } from './doubles.js';

interface Exact {
  readonly isNamed?: boolean;
  readonly told?: ErasureFacts | undefined;
  readonly doubleOf?: EmployeeContext['doubleOf'];
}

/** People of the directory, with their photos and their erasure. */
export const employeesFeature = (uploads: Uploads, erasing?: PrepareErasure) =>
  feature({
    noun: 'employee',
    decider: employees,
    async prepare({ name, body }, _id, by): Promise<Image | null | undefined> {
      if (name === 'erase-person') await erasing?.prepare(body);
      if (!('uploadId' in body) || !body.uploadId) return undefined;
      const { blob, mediaType } = await uploads.finishedImage(body.uploadId, by.id);
      return { blob, mediaType };
    },
    exact: {
      names: ['erase-person'],
      ofConflicts: ['add-employee', 'update-employee', 'restore-employee'],
      async read({ name, body }, id, store): Promise<Exact> {
        if (name !== 'erase-person') return { doubleOf: await Doubles.of(store).finder(id) };
        const stream = streamOf('employee', id);
        const isNamed = await isCalled(body.name, stream, store);
        return { isNamed, told: erasing?.told(stream) };
      },
    },
    context: ({ version }, image, exact): EmployeeContext => ({
      version,
      ...exact,
      ...(image !== undefined && { image }),
    }),
  });
