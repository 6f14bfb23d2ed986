import type { NoticeList } from '@feusa/contracts/notices';
import type { SessionUser } from '@feusa/contracts/users';
import { Access, CurrentUser, ForPeople } from '@feusa/http/access';
import { NOTICES, type Notices } from '@feusa/identity/notices/port';
import { Controller, Get, Inject } from '@nestjs/common';

/** What happened to the own account. */
@ForPeople()
@Controller('api/me/notices')
@Access('signed-in')
export class NoticesController {
  constructor(@Inject(NOTICES) private readonly notices: Pick<Notices, 'of'>) {}

  @Get()
  async list(@CurrentUser() { id }: SessionUser): Promise<NoticeList> {
    return { notices: await this.notices.of(id) };
  }
}
