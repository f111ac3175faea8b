interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

type Client = { unsafe: (query: string, parameters?: unknown[]) => PromiseLike<unknown> };

/** The query plans of the statements of some work: the indexes used, and the tables scanned. */
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
    for (const node of nodesOf(Plan))
      if (node['Index Name']) ways.push(node['Index Name']);
      else if (node['Node Type'] === 'Seq Scan') ways.push(`all of ${node['Relation Name']}`);
  }
  return ways;
}
