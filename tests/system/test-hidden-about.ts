import type { Call } from './test-hidden-calls.js';

type CallFor = (id: string) => Call;
type Of = 'pay' | 'inner' | 'file' | 'image' | 'link';

/** Addresses that take the id of something hidden, which is then as if it were not there. */
export const about: Record<string, readonly [of: Of, ask: CallFor]> = {
  'GET /api/folders/:id': ['inner', (id) => ['GET', `/api/folders/${id}`]],
  'GET /api/folders/:id/archive': ['inner', (id) => ['GET', `/api/folders/${id}/archive`]],
  'GET /api/folder-counts?in': ['pay', (id) => ['GET', `/api/folder-counts?in=${id}`]],
  'POST /api/archive': ['file', (id) => ['POST', '/api/archive', { ids: [id] }]],
  'POST /api/archive of a folder': ['pay', (id) => ['POST', '/api/archive', { ids: [id] }]],
  'GET /api/files/:id/versions': ['file', (id) => ['GET', `/api/files/${id}/versions`]],
  'GET /api/files/:id/acknowledgements': [
    'file',
    (id) => ['GET', `/api/files/${id}/acknowledgements`],
  ],
  'GET /files/:id': ['file', (id) => ['GET', `/files/${id}`]],
  'GET /files/:id?version': ['file', (id) => ['GET', `/files/${id}?version=1`]],
  'GET /files/:id/thumbnail': ['image', (id) => ['GET', `/files/${id}/thumbnail?size=96`]],
  'GET /files/:id/preview': ['file', (id) => ['GET', `/files/${id}/preview`]],
  'GET /api/find?in': ['inner', (id) => ['GET', `/api/find?q=zanzibarite&in=${id}`]],
  'PUT /api/me/stars/:kind/:id': ['file', (id) => ['PUT', `/api/me/stars/file/${id}`]],
  'PUT /api/me/follows/:id': ['pay', (id) => ['PUT', `/api/me/follows/${id}`]],
  'PUT /api/me/opened/:kind/:id': ['inner', (id) => ['PUT', `/api/me/opened/folder/${id}`]],
};
