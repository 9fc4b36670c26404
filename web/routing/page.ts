/** What every page is given: the parameters of its address. */
export interface PageProps {
  params: Record<string, string>;
}
