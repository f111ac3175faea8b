interface Node {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Node[];
}

interface Step {
  node: Node;
  /** Whether it is run anew for each row of another one. */
  again: boolean;
}

const stepsOf = (node: Node, above = false): Step[] => {
  const again = above || node['Parent Relationship'] === 'SubPlan';
  return [{ node, again }, ...(node.Plans ?? []).flatMap((part) => stepsOf(part, again))];
};

type Client = { unsafe: (query: string, parameters?: unknown[]) => PromiseLike<unknown> };

/**
 * The query plans of the statements of some work: the indexes used, and the tables scanned. What is looked up anew for
 * each row of another step is told as `for each row: …`.
 */
export async function plansOf(db: object, work: () => Promise<unknown>) {
  const client = (db as { $client: Client }).$client;
  const { unsafe } = client;
  const sent: [query: string, parameters: unknown[]][] = [];
  client.unsafe = (query, parameters = []) => {
    sent.push([query, parameters]);
    return unsafe(query, parameters);
  };
  await work().finally(() => {
    client.unsafe = unsafe;
  });

  const ways: string[] = [];
  for (const [query, parameters] of sent) {
    const [row] = (await unsafe(`explain (format json) ${query}`, parameters)) as [{ 'QUERY PLAN': string }];
    const [{ Plan }] = JSON.parse(row['QUERY PLAN']);
    for (const { node, again } of stepsOf(Plan)) {
      const way = node['Index Name'] ?? (node['Node Type'] === 'Seq Scan' && `all of ${node['Relation Name']}`);
      if (way) ways.push(again ? `for each row: ${way}` : way);
    }
  }
  return ways;
}
