import { Page } from '../../shared/ui/page.js';
import { LoadingState } from '../../shared/ui/states.js';
import { DirectoryView } from './directory/directory-view.js';
import { useDirectory } from './directory/use-directory.js';
import { Late, Skeleton } from '../../shared/ui/skeleton.js';
import cards from './card/card.module.css';
import styles from './directory/directory-view.module.css';
import { texts } from './texts.js';

export default function EmployeesScreen() {
  const { directory, saving, position, error, reload } = useDirectory();
  return (
    <Page title={texts.employees}>
      {directory ? (
        <DirectoryView
          directory={directory}
          saving={saving}
          position={position}
          loading={<LoadingCards />}
        />
      ) : (
        <LoadingState title={texts.notLoaded} error={error} onRetry={reload}>
          <LoadingCards />
        </LoadingState>
      )}
    </Page>
  );
}

/** The true shape of the screen, empty. */
function LoadingCards() {
  return (
    <Late>
      <p role="status" className="visually-hidden">
        {texts.loadingTheDirectory}
      </p>
      <div className={styles.bones}>
        {Array.from({ length: 9 }, (_, index) => (
          <div key={index} className={cards.card}>
            <div className={cards.head}>
              <Skeleton style={{ width: 56, height: 56 }} />
              <div className={cards.who}>
                <Skeleton style={{ width: '60%', height: 20, marginBottom: 8 }} />
                <Skeleton style={{ width: '40%', height: 15 }} />
              </div>
            </div>
            <Skeleton style={{ width: '50%', height: 15 }} />
            <Skeleton style={{ width: '70%', height: 15 }} />
          </div>
        ))}
      </div>
    </Late>
  );
}
