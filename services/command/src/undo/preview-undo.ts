import type { UndoPreview } from '@feusa/contracts/undo';
import type { SessionUser } from '@feusa/contracts/users';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Undos } from './undo.js';

type PreviewQuery = Parameters<Undos['preview']>[0];

/** What taking commands back would come to. */
export class PreviewUndo extends Query<UndoPreview> {
  constructor(
    readonly ask: PreviewQuery,
    readonly by: SessionUser,
  ) {
    super();
  }
}

@QueryHandler(PreviewUndo)
export class PreviewUndoHandler implements IQueryHandler<PreviewUndo> {
  constructor(@Inject(Undos) private readonly undos: Undos) {}

  execute({ ask, by }: PreviewUndo): Promise<UndoPreview> {
    return this.undos.preview(ask, by);
  }
}
