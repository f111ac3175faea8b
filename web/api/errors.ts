import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from 'client-portal';
import { translated } from '../texts/refusals.ts';
import { ruleOf } from '../texts/rules.ts';

type Failure = TRPCClientError<AppRouter>;

const isFailure = (error: unknown): error is Failure => error instanceof TRPCClientError;

/** The HTTP status of a refusal; 0 where no answer arrived. */
export const statusOf = (error: unknown): number => (isFailure(error) ? (error.data?.httpStatus ?? 0) : 0);

/** The stable code of a refusal. */
export const codeOf = (error: unknown) => (isFailure(error) ? error.data?.errorCode : undefined);

/** Whether trying again may help: no connection, too many requests, a portal that starts or ends. */
export const isTransient = (error: unknown) => [0, 429, 502, 503, 504].includes(statusOf(error));

/** Whether no answer arrived, or one that says that the portal starts or ends. */
export const isAway = (error: unknown) => isFailure(error) && [0, 502, 503, 504].includes(statusOf(error));

/** The wait that the portal asks for, in milliseconds, where it is short enough to wait for. */
export function retryDelayOf(error: unknown) {
  const seconds = isFailure(error) ? error.data?.retryAfter : undefined;
  return seconds !== undefined && seconds <= 10 ? seconds * 1000 : undefined;
}

/** The seconds after which a call that came too often is accepted again. */
export const waitOf = (error: unknown) =>
  isFailure(error) && statusOf(error) === 429 ? error.data?.retryAfter : undefined;

/** The sentence of a refusal in the language of the pages, or undefined where no answer arrived. */
export const sentenceOf = (error: unknown) =>
  isFailure(error) && error.data ? translated(error.message, error.data.errorCode) : undefined;

/** What is wrong with a field, as a sentence: the portal's own rules are written to follow the name of the field. */
function ruleIn(message: string) {
  const rule = ruleOf(message) ?? translated(message);
  return rule.charAt(0).toUpperCase() + rule.slice(1) + (/[.!?]$/.test(rule) ? '' : '.');
}

/** The complaints about single fields, by the name of the field. */
export function fieldErrors(error: unknown): Record<string, string> {
  const issues = isFailure(error) ? (error.data?.issues ?? []) : [];
  return Object.fromEntries(issues.filter(({ path }) => path).map(({ path, message }) => [path, ruleIn(message)]));
}
