import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction, SyntheticModule } from 'node:vm';
import JestRuntime from 'jest-runtime';

const isPackage = (path) => path.includes('/node_modules/') && /js$/.test(path);

/** What the product is made of; a test, and what helps it, may be of the file that runs. */
const isProduct = (path) =>
  /^(packages\/(?!testing\/)|services\/|tools\/|infra\/)/.test(path) &&
  !/\/(test-|contract)[^/]*$|\.spec\.ts$/.test(path);

/** Packages that files of this worker have loaded, by path. */
const packages = new Map();

/** The product's modules that they have evaluated, by path. */
const evaluated = new Map();

/** What every file evaluates anew, Jest's own modules foremost, by path: a sixth of the work of units was to compile it. */
const compiled = new Map();

/** Imports as the file does that runs now: a module that an earlier one has loaded imports for this one, too. */
let importNow;

/**
 * Loads packages as Node does, and the product's modules as well, once for all files of a worker, in place of
 * anew for every file, which took most of the time of many, and left V8 with cold code. Tests and their helpers
 * are each file's own. All are in the one realm that `jest-environment` has.
 */
export default class Runtime extends JestRuntime {
  constructor(...given) {
    super(...given);
    const { esmLoader, executor } = this;
    const loadEsm = esmLoader.loadEsmModule.bind(esmLoader);
    const loadCjs = esmLoader.loadCjsAsEsm.bind(esmLoader);
    esmLoader.getContext = () => undefined;
    importNow = esmLoader.dynamicImport;
    esmLoader.dynamicImport = (...request) => importNow(...request);
    esmLoader.loadEsmModule = (path, ...more) => {
      if (isPackage(path)) return packageAt(path);
      return this.#isShared(path) ? this.#product(path, loadEsm) : loadEsm(path, ...more);
    };
    esmLoader.loadCjsAsEsm = (from, path, ...more) =>
      isPackage(path) ? packageAt(path) : loadCjs(from, path, ...more);
    executor.compile = (source, filename) => {
      const known = compiled.get(filename);
      if (known?.source === source) return known.run;
      const run = compileFunction(source, executor.injectedModuleParameters, { filename });
      compiled.set(filename, { source, run });
      return run;
    };
  }

  // The process is the real one here, and so are its modules.
  installGetBuiltinModule() {}

  /** A file that puts something in a module's place has all modules for itself. */
  #isShared(path) {
    const { rootDir, esmFactories } = this.esmLoader.mockState;
    return esmFactories.size === 0 && isProduct(relative(rootDir, path));
  }

  async #product(path, loadEsm) {
    const known = evaluated.get(path);
    if (known?.status === 'evaluated') return known;
    const module = await loadEsm(path);
    evaluated.set(path, module);
    return module;
  }
}

const packageAt = (path) => {
  const loaded = packages.get(path) ?? load(path);
  packages.set(path, loaded);
  return loaded;
};

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
