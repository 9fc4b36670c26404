/**
 * An error that an operator, or the user of a command, can fix. Its message says how, and is printed without the stack.
 */
export class OperatorError extends Error {}
