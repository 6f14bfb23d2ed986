import { Page } from '../../shared/ui/page.js';

export default function UsersScreen() {
  return <Page title="Users">{null}</Page>;
}
