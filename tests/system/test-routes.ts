import 'reflect-metadata';
import { ACCESS, type AccessRule } from '@feusa/http/access';
import { RequestMethod, type INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';

/** An address as `GET /api/tree`, and who may call it. */
export interface Route {
  readonly name: string;
  readonly rule: AccessRule | undefined;
}

/** Every route of these applications. */
export function routesOf(apps: readonly INestApplication[]): Route[] {
  const modules = apps.flatMap((app) => [...app.get(ModulesContainer).values()]);
  const controllers = modules.flatMap((module) => [...module.controllers.values()]);
  const classes = new Set(controllers.map(({ metatype }) => metatype as Controller));
  return [...classes].flatMap(ofController);
}

interface Controller {
  readonly prototype: Record<string, object>;
}

function ofController(controller: Controller): Route[] {
  const base = Reflect.getMetadata('path', controller) as string;
  const methods = Object.getOwnPropertyNames(controller.prototype);
  return methods.flatMap((key) => {
    if (key === 'constructor') return [];
    const handler = controller.prototype[key]!;
    const path = Reflect.getMetadata('path', handler) as string | string[] | undefined;
    if (path === undefined) return [];
    const method = RequestMethod[Reflect.getMetadata('method', handler) as number] ?? '';
    const rule: AccessRule | undefined =
      Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, controller);
    return [path].flat().map((each) => ({ name: `${method} ${joined(base, each)}`, rule }));
  });
}

const joined = (...parts: string[]) =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;
