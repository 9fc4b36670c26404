import type { Plugin } from "vite";

const MUTATION = /import \{ Mutation \} from "\.\/mutation\.js";/;
const STATE = /import \{ getDefaultState \} from "\.\/mutation\.js";/;

/**
 * Loads the query library's mutation code only with pages that have mutations; that saves 1 kB (gz) on the home page,
 * which only reads. The mutation cache, which every page has, gets the class from the mutation observer; without an
 * observer no mutation is ever created.
 */
export function lateMutations(): Plugin {
  return {
    name: "late-mutations",
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    transform: {
      filter: { id: /query-core\/build\/modern\/mutation(Cache|Observer)\.js$/ },
      handler(code, id) {
        const isCache = id.endsWith("Cache.js");
        const [old, by] = isCache
          ? [MUTATION, "let Mutation; export function setMutation(late) { Mutation = late; }"]
          : [
              STATE,
              'import { Mutation, getDefaultState } from "./mutation.js"; import { setMutation } from "./mutationCache.js"; setMutation(Mutation);',
            ];
        if (!old.test(code)) this.error(`${id} is not as expected any more: look at what it imports.`);
        return { code: code.replace(old, by), map: null };
      },
    },
  };
}
