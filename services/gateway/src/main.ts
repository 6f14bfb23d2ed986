import 'reflect-metadata';
import { runService } from '@feusa/http/service';
import { createGateway } from './app.js';

runService('gateway', createGateway);
