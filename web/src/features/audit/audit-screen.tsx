import { Page } from '../../shared/ui/page.js';

export default function AuditScreen() {
  return <Page title="Log">{null}</Page>;
}
