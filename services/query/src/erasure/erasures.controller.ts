import type { Certificate } from '@feusa/contracts/certificate';
import { Access } from '@feusa/http/access';
import { parse } from '@feusa/http/parsed';
import { Controller, Get, Inject, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { FindCertificate } from './find-certificate.js';
import { ListErasures } from './list-erasures.js';

const ErasureParams = z.object({ id: z.string().regex(/^(employee|user)-[0-9a-f-]{36}$/) });

/** Who was erased, and the certificate of each erasure. */
@Controller('api/audit/erasures')
@Access('auditor')
export class ErasuresController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  list() {
    return this.queries.execute(new ListErasures());
  }

  @Get(':id')
  one(@Param('id') wanted: string): Promise<Certificate> {
    const { id } = parse(ErasureParams, { id: wanted });
    return this.queries.execute(new FindCertificate(id));
  }
}
