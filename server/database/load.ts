/** The load of a connection pool or database thread now: tasks in progress, and tasks waiting. */
export interface Load {
  pool: string;
  inUse: number;
  waiting: number;
}
