import type { ComponentProps, ReactNode } from "react";
import { Table } from "../ui/Table.tsx";
import type { PagedQuery } from "./MoreRows.tsx";
import { PagedList } from "./PagedList.tsx";

interface PagedTableProps<Row extends { _id: string }>
  extends Omit<ComponentProps<typeof Table<Row>>, "rows" | "isComplete"> {
  query: PagedQuery<Row>;
  /** Shown when there are no rows. */
  empty: ReactNode;
}

/** A paginated list as a table. */
export function PagedTable<Row extends { _id: string }>({ query, empty, ...table }: PagedTableProps<Row>) {
  return (
    <PagedList query={query} empty={empty}>
      {(rows, isComplete) => <Table {...table} rows={rows} isComplete={isComplete} />}
    </PagedList>
  );
}
