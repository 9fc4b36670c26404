/** How busy one way to the database is now. */
export interface Load {
  pool: string;
  inUse: number;
  waiting: number;
}
