/**
 * Renders a table of the API's documentation, with headers for columns and rows.
 * @param rows the cells of each, as HTML; the first is the row's header
 */
export function docsTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = columns.map((title) => `<th scope="col">${title}</th>`).join("");
  const body = rows.map(
    ([name, ...cells]) => `<tr><th scope="row">${name}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table>`;
}
