/** The absolute URL of a survey's page: what is shared and what search engines index. */
export function surveyUrl(publicUrl: string, id: string): string {
  return `${publicUrl}/surveydetails/${id}`;
}
