import { Page } from '../../shared/ui/page.js';

export default function RegisterScreen() {
  return <Page title="Register New User">{null}</Page>;
}
