import { Page } from '../../shared/ui/page.js';
import { ErrorState } from '../../shared/ui/states.js';
import { DirectoryView } from './directory/directory-view.js';
import { LoadingCards } from './directory/loading-cards.js';
import { useDirectory } from './directory/use-directory.js';

export default function EmployeesScreen() {
  const { directory, own, position, error, reload } = useDirectory();
  return (
    <Page title="Employees">
      {directory ? (
        <DirectoryView directory={directory} own={own} position={position} />
      ) : error ? (
        <ErrorState title="The directory did not load" error={error} onRetry={reload} />
      ) : (
        <LoadingCards />
      )}
    </Page>
  );
}
