import { QUERIES } from '../../data/aeo.ts';
import { demoAnswers } from './answers.ts';
import { type DemoEngine, PROTOCOLS } from './protocols.ts';
import { startEngine } from './server.ts';

/** Starts a small server of each assistant, and gives the settings of a portal that asks them. */
export async function startDemoEngines() {
  const engines = Object.keys(PROTOCOLS) as DemoEngine[];
  const servers = await Promise.all(
    engines.map((engine) => startEngine({ engine, say: demoAnswers(engine, QUERIES) })),
  );
  const settings = engines.map((engine, at) => {
    const name = engine.toUpperCase() as Uppercase<DemoEngine>;
    return {
      [`ENGINE_${name}_KEY`]: `key-of-demo-${engine}`,
      [`ENGINE_${name}_MODEL`]: `demo-${engine}`,
      [`ENGINE_${name}_URL`]: servers[at]?.url,
    };
  });
  return {
    settings: Object.assign({}, ...settings) as Record<string, string>,
    /** The calls that came so far. */
    calls: () => servers.reduce((sum, { calls }) => sum + calls.length, 0),
    close: () => Promise.all(servers.map((server) => server.close())),
  };
}
