import type { PGlite } from '@electric-sql/pglite';

// Depends on internals of PGlite and Emscripten: the data folder is mounted at /pglite/data, all its nodes share their
// operations, and `mknod` names a node before it creates the file. test/internals/pglite-files.embedded.test.ts fails
// without.

interface Node {
  node_ops: { mknod: (parent: Node, name: string, mode: number, dev: number) => Node };
}

interface Files {
  lookupPath: (path: string) => { node: Node };
  lookupNode: (parent: Node, name: string) => Node;
  destroyNode: (node: Node) => void;
}

/**
 * Forgets files that could not be created. Emscripten keeps their names, so that PostgreSQL would hear "File exists" at
 * every later try, also when the disk has space or inodes again.
 */
export function forgetFailedFiles({ Module }: PGlite) {
  const files = Module.FS as unknown as Files;
  const operations = files.lookupPath('/pglite/data').node.node_ops;
  const { mknod } = operations;
  operations.mknod = (parent, name, mode, dev) => {
    try {
      return mknod(parent, name, mode, dev);
    } catch (error) {
      files.destroyNode(files.lookupNode(parent, name));
      throw error;
    }
  };
}
