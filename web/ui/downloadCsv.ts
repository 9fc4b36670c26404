import { BYTE_ORDER_MARK, toCsv } from "@survey-app/contract/text/csv.ts";
import { CSV_SEPARATOR } from "./csvSeparator.ts";
import { downloadFile } from "./downloadFile.ts";

/** Offers a table as a file that opens in columns in spreadsheets of the page's language. */
export const downloadCsv = (fileName: string, records: readonly (readonly string[])[]): void =>
  downloadFile(fileName, BYTE_ORDER_MARK + toCsv(records, CSV_SEPARATOR), "text/csv");
