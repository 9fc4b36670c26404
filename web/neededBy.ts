/** What of Rolldown's graph of modules a chunk's name is asked with. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** A chunk `name` for the files `roots` and what they load before they can run: their imports, and the imports of these. */
export function neededBy(name: string, roots: string[]) {
  const needed = new Set<string>();
  const visit = (id: string, graph: Graph) => {
    if (needed.has(id)) return;
    needed.add(id);
    for (const each of graph.getModuleInfo(id)?.importedIds ?? []) visit(each, graph);
  };
  return {
    debugName: name,
    name: (id: string, graph: Graph) => {
      if (needed.size === 0) for (const root of roots) visit(root, graph);
      return needed.has(id) ? name : null;
    },
  };
}
