/** An invalid configuration: one line for the operator with the variable's name, never its value. */
export class BadEnv extends Error {}
