/** Valid requests for live totals, by stream and without one. */
export const totalsRequests = (survey: () => string) => ({
  "votes.streamSurveyTotals": () => ({ params: { id: survey() }, query: {}, body: undefined }),
  "votes.streamTotals": () => ({ params: {}, query: { surveys: survey() }, body: undefined }),
  "liveTotals.listTotals": () => ({ params: {}, query: { surveys: survey() }, body: undefined }),
});
