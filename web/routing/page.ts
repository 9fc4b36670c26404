/** The props of every page: its route parameters. */
export interface PageProps {
  params: Record<string, string>;
}
