import { ShowAccessHandler } from './access/show-access.js';
import { ListAccountsHandler } from './accounts/list-accounts.js';
import { ShowPersonAccessHandler } from './access/show-person-access.js';
import { ListAcknowledgementsHandler } from './acknowledgements/list-acknowledgements.js';
import { ListWaitingHandler } from './acknowledgements/list-waiting.js';
import { ListAccessHandler } from './access-log/list-access.js';
import { FindEventHandler } from './audit/find-event.js';
import { ListEventsHandler } from './audit/list-events.js';
import { DirectoryAsOfHandler, EmployeeAsOfHandler } from './employees/as-of.js';
import { FindCertificateHandler } from './erasure/find-certificate.js';
import { ListErasuresHandler } from './erasure/list-erasures.js';
import { ListErrorsHandler } from './errors/list-errors.js';
import { ListVersionsHandler } from './files/list-versions.js';
import { FindThingsHandler } from './find/find-things.js';
import { FolderAsOfHandler, TreeAsOfHandler } from './folders/as-of.js';
import { CountFoldersHandler } from './folders/count-folders.js';
import { ListGroupsHandler } from './groups/list-groups.js';
import { ListWebhooksHandler } from './webhooks/list-webhooks.js';
import { ShowHomeHandler } from './home/show-home.js';
import { ShowOperationsHandler } from './operations/show-operations.js';
import { SearchEmployeesHandler } from './search/search-employees.js';
import { ListTrashHandler } from './trash/list-trash.js';
import { ShowOutlookHandler } from './trash/show-outlook.js';

/** What answers on the `QueryBus`: everything that asks a database or an engine. */
export const queryHandlers = [
  ...[ListAcknowledgementsHandler, ListWaitingHandler, ListAccessHandler],
  ...[FindEventHandler, ListEventsHandler, ListErasuresHandler, FindCertificateHandler],
  ...[FolderAsOfHandler, TreeAsOfHandler, DirectoryAsOfHandler, EmployeeAsOfHandler],
  ...[CountFoldersHandler, SearchEmployeesHandler, ListTrashHandler, ListErrorsHandler],
  ...[ListVersionsHandler, ShowOperationsHandler, FindThingsHandler, ListGroupsHandler],
  ...[ShowHomeHandler, ShowOutlookHandler, ShowAccessHandler, ShowPersonAccessHandler],
  ...[ListWebhooksHandler, ListAccountsHandler],
];
