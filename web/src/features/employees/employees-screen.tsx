import { Page } from '../../shared/ui/page.js';

export default function EmployeesScreen() {
  return <Page title="People">{null}</Page>;
}
