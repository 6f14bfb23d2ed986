import 'reflect-metadata';
import { runService } from '@feusa/http/service';
import { openIndexerService } from './service.js';

runService('search-indexer', openIndexerService);
