import { createRequire } from 'node:module';
import path from 'node:path';
import { openApiDocument } from '@feusa/contracts/openapi';
import { Access } from '@feusa/http/access';
import { refuse } from '@feusa/contracts/refusals';
import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { createReadStream } from 'node:fs';

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>API – FEUSA</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script></body>
</html>`;
const start = `SwaggerUIBundle({ url: '/api/docs-json', dom_id: '#swagger-ui' });`;

const types: Record<string, string> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
};

/** The OpenAPI document and a page of it. */
@Controller('api')
@Access('public')
export class ApiDocsController {
  private document: object | undefined;

  @Get('docs-json')
  json() {
    return (this.document ??= openApiDocument());
  }

  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  page() {
    return page;
  }

  @Get('docs/start.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  start() {
    return start;
  }

  @Get('docs/:file')
  asset(@Param('file') file: string) {
    const type = types[file] ?? refuse('not-found');
    const found = createRequire(import.meta.url).resolve(path.join('swagger-ui-dist', file));
    return new StreamableFile(createReadStream(found), { type });
  }
}
