import 'reflect-metadata';
import { runService } from '@feusa/http/service';
import { openCommandService } from './service.js';

runService('command', openCommandService);
