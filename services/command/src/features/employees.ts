import { EmployeeCommands } from '@feusa/contracts/employees';
import type { Uploads } from '@feusa/adapters/uploads/port';
import type { Image } from '@feusa/contracts/employees';
import { employees, type EmployeeContext } from '@feusa/domain/employees';
import { feature } from '../feature.js';

export const employeesFeature = (uploads: Uploads) =>
  feature({
    noun: 'employee',
    decider: employees,
    commands: EmployeeCommands,
    async prepare({ body }, _id, by): Promise<Image | null | undefined> {
      if (!('uploadId' in body) || !body.uploadId) return undefined;
      const { blob, mediaType } = await uploads.finishedImage(body.uploadId, by.id);
      return { blob, mediaType };
    },
    context: ({ version }, image): EmployeeContext => ({
      version,
      ...(image !== undefined && { image }),
    }),
  });
