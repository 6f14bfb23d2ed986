import 'reflect-metadata';
import { runService } from '@feusa/http/service';
import { openQueryService } from './service.js';

runService('query', openQueryService);
