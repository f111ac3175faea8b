// Before what npm runs. Node's own flag for it prints a line before each command where there is no file.
try {
  process.loadEnvFile();
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
