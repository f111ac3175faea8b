import { FolderInUse } from '../../../db/embedded.ts';
import { codesOf, type Diagnosis, type Examined, type Finding, failure, warning } from '../../../server/diagnosis.ts';

/** The doctor's finding on one check. */
export interface Result extends Finding {
  check: string;
}

interface Circumstances {
  /** The names of variables that are not valid. */
  broken: Set<string>;
  /** The result of a check by the portal that holds the data folder. */
  askPortal: (check: string) => Promise<Finding>;
}

/** Runs a check within its time limit; whatever it throws becomes a finding. */
export async function examine(
  { check, of = [], limit, run }: Diagnosis,
  subject: Examined,
  { broken, askPortal }: Circumstances,
): Promise<Result> {
  const unusable = of.filter((name) => broken.has(name));
  if (unusable.length > 0) return { check, ...warning(`Not checked: ${unusable.join(' and ')} is not valid.`) };

  const late = Promise.withResolvers<Finding>();
  const timer = setTimeout(() => late.resolve(failure(`There was no answer within ${limit / 1000} s.`)), limit);
  const found = run(subject).catch((error) =>
    error instanceof FolderInUse ? askPortal(check) : failure(`The check failed (${codesOf(error)}).`),
  );
  const finding = await Promise.race([found, late.promise]).finally(() => clearTimeout(timer));
  return { check, ...finding };
}
