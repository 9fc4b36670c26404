/** The modules that Vitest's worker knows. `vi.resetModules` would reset the server's too. */
interface Worker {
  evaluatedModules: { idToModuleMap: Map<string, Module> };
}

interface Module {
  promise: unknown;
  exports: unknown;
  evaluated: boolean;
  importers: Set<string>;
}

/** The app's own modules, and the inlined packages. */
const isOfApp = (id: string) => /\/web\/(?!testing\/)|\/node_modules\//.test(id) && !/\.test\.tsx?$/.test(id);

/**
 * Makes the next import evaluate the web app again, without the state of earlier pages. The server and the contract
 * stay as they are: they don't have such state, and evaluating them takes much longer than the app.
 */
export function forgetApp(): void {
  const { __vitest_worker__: worker } = globalThis as unknown as { __vitest_worker__: Worker };
  for (const [id, module] of worker.evaluatedModules.idToModuleMap) {
    if (!isOfApp(id)) continue;
    module.promise = undefined;
    module.exports = undefined;
    module.evaluated = false;
    module.importers.clear();
  }
}
