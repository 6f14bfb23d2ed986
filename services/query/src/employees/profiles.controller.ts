import type { OwnProfile, ProfileRequests } from '@feusa/contracts/employees';
import type { SessionUser } from '@feusa/contracts/users';
import { Access, CurrentUser } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { z } from 'zod';
import { After } from '../query-params.js';
import { ReadModel } from '../read-model/read-model.js';
import { employeeView } from '../read-model/views.js';
import { requestIn } from './profile-requests.js';

const ProfileQuery = After.strict();
type ProfileQuery = z.output<typeof ProfileQuery>;

/** People's own entries of the directory, and what they ask administrators to change. */
@Controller('api')
export class ProfilesController {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  @Get('own-profile')
  @Access('signed-in')
  async own(
    @Query(parsed(ProfileQuery)) params: ProfileQuery,
    @CurrentUser() by: SessionUser,
  ): Promise<OwnProfile> {
    const { position } = await this.model.sourceFor(params, by);
    const id = await this.model.actors.employeeOf(by.email);
    const [row] = id === undefined ? [] : await this.model.database.find('employees', [id]);
    const isThere = row && row.removedAt === null;
    return {
      employee: isThere ? employeeView(row) : null,
      request: isThere ? requestIn(row) : null,
      position: String(position),
    };
  }

  @Get('profile-requests')
  @Access('admin')
  async requests(
    @Query(parsed(ProfileQuery)) params: ProfileQuery,
    @CurrentUser() by: SessionUser,
  ): Promise<ProfileRequests> {
    await this.model.meetPeople();
    const { position } = await this.model.sourceFor(params, by);
    return { requests: this.model.requests.open(), position: String(position) };
  }
}
