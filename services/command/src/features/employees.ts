import { streamOf } from '@feusa/contracts/events';
import { EmployeeCommands, type Image } from '@feusa/contracts/employees';
import { ErasureCommands } from '@feusa/contracts/erasure';
import type { Uploads } from '@feusa/adapters/uploads/port';
import { employees, type EmployeeContext } from '@feusa/domain/employees';
import { feature } from '../feature.js';
import { isCalled } from './called.js';

export const employeesFeature = (uploads: Uploads) =>
  feature({
    noun: 'employee',
    decider: employees,
    commands: { ...EmployeeCommands, ...ErasureCommands },
    async prepare({ body }, _id, by): Promise<Image | null | undefined> {
      if (!('uploadId' in body) || !body.uploadId) return undefined;
      const { blob, mediaType } = await uploads.finishedImage(body.uploadId, by.id);
      return { blob, mediaType };
    },
    exact: {
      names: ['erase-person'],
      read: async ({ name, body }, id, store): Promise<boolean> =>
        name === 'erase-person' && isCalled(body.name, streamOf('employee', id), store),
    },
    context: ({ version }, image, isNamed): EmployeeContext => ({
      version,
      isNamed: isNamed === true,
      ...(image !== undefined && { image }),
    }),
  });
