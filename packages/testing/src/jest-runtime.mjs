import { pathToFileURL } from 'node:url';
import { compileFunction, SyntheticModule } from 'node:vm';
import JestRuntime from 'jest-runtime';

const isPackage = (path) => path.includes('/node_modules/') && /js$/.test(path);

/**
 * Loads packages as Node does, once for all files of a worker, in place of anew for every file, which took
 * most of the time of many. Our own modules are each file's own, in the one realm that `jest-environment` has.
 */
export default class Runtime extends JestRuntime {
  #packages = new Map();

  constructor(...given) {
    super(...given);
    const { esmLoader, executor } = this;
    const loadEsm = esmLoader.loadEsmModule.bind(esmLoader);
    const loadCjs = esmLoader.loadCjsAsEsm.bind(esmLoader);
    esmLoader.getContext = () => undefined;
    esmLoader.loadEsmModule = (path, ...more) =>
      isPackage(path) ? this.#package(path) : loadEsm(path, ...more);
    esmLoader.loadCjsAsEsm = (from, path, ...more) =>
      isPackage(path) ? this.#package(path) : loadCjs(from, path, ...more);
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, { filename });
  }

  // The process is the real one here, and so are its modules.
  installGetBuiltinModule() {}

  #package(path) {
    const loaded = this.#packages.get(path) ?? load(path);
    this.#packages.set(path, loaded);
    return loaded;
  }
}

const load = async (path) => {
  const exported = await import(pathToFileURL(path).href);
  const names = Object.keys(exported);
  const module = new SyntheticModule(
    names,
    function () {
      for (const name of names) this.setExport(name, exported[name]);
    },
    { identifier: path },
  );
  await module.link(() => undefined);
  await module.evaluate();
  return module;
};
