import { Page } from '../../shared/ui/page.js';

export default function LoginScreen() {
  return <Page title="Sign in">{null}</Page>;
}
