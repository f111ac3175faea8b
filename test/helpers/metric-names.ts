// Words of PromQL that are no metrics.
const WORDS =
  /^(sum|max|min|avg|count|rate|increase|topk|histogram_quantile|vector|by|without|and|or|unless|on|ignoring|group_left|bool|offset)$/;

/** The names of the metrics and recorded rules in a PromQL expression. */
export function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|without)\s*\([^)]*\)/g, '');
  const names = [...bare.matchAll(/[a-z_][\w:]*/gi)].map(([name]) => name).filter((name) => !WORDS.test(name));
  return [...new Set(names)];
}

/** The name of a metric without what Prometheus adds to the parts of a histogram. */
export const familyOf = (name: string) => name.replace(/_(bucket|count|sum)$/, '');
