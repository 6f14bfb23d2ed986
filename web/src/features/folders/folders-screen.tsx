import { Page } from '../../shared/ui/page.js';

export default function FoldersScreen() {
  return <Page title="Files">{null}</Page>;
}
