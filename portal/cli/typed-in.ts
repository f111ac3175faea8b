/**
 * The folder that file names begin at: the one where the command was typed. npm runs a script in the folder of its
 * package and tells where it was called; a process that another script has started is not asked by that.
 */
export function typedIn(script: string): string {
  const { npm_lifecycle_event: running, INIT_CWD: folder } = process.env;
  return (running === script && folder) || process.cwd();
}
