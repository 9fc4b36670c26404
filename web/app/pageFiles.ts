/** Loads what a file exports. */
type Load = () => Promise<Record<string, unknown>>;

/** The files of pages or layouts by the names of their components, which are those of the files. */
export const byName = (files: Record<string, Load>): ReadonlyMap<string, { file: string; load: Load }> =>
  new Map(Object.entries(files).map(([file, load]) => [file.replace(/^.*\/|\.tsx$/g, ""), { file, load }]));
