import { Page } from '../../shared/ui/page.js';

export default function TrashScreen() {
  return <Page title="Trash">{null}</Page>;
}
