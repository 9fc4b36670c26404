/** How busy a connection pool or database thread is now: tasks in progress, and tasks waiting. */
export interface Load {
  pool: string;
  inUse: number;
  waiting: number;
}
