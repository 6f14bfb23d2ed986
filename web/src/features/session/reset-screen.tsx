import { Page } from '../../shared/ui/page.js';

export default function ResetScreen() {
  return <Page title="Reset password">{null}</Page>;
}
