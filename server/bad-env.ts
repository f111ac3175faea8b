/** An invalid configuration: one line for the operator with the names of the variables, never a value. */
export class BadEnv extends Error {
  /** The variables to mend. */
  readonly variables: string[];

  constructor(message: string, variables = [message.split(' ', 1).join()]) {
    super(message);
    this.variables = variables;
  }
}
