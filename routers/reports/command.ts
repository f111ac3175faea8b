import { parseArgs } from 'node:util';
import { type Command, CommandRefused, NotUnderstood } from '../../server/command.ts';
import { periodBefore } from './due.ts';
import { nextRunClients, readPlannedSchedules, runNow } from './plan.ts';

/** Clients that are named in the terminal. */
const SHOWN = 50;

function scheduleIn(args: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  const options = { schedule: { type: 'string' }, now: flag, 'dry-run': flag } as const;
  const { values } = parseArgs({ args, options });
  if (!values.schedule) throw new NotUnderstood('--schedule ID is missing');
  if (!values.now) throw new NotUnderstood('--now is missing');
  return { id: values.schedule, isDry: values['dry-run'] };
}

const runReports: Command = {
  form: '--schedule ID --now [--dry-run]',
  does: 'Makes the reports of the next hour of a schedule at once. A running portal prints and sends them.',
  async run(args, open) {
    const { id, isDry } = scheduleIn(args);
    const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

    const deps = await open();
    const { accounts } = deps.database;
    const [planned] = isId ? await readPlannedSchedules(accounts, id) : [];
    if (!planned) throw new CommandRefused(`There is no schedule with the id ${id}.`);
    if (!isDry) {
      const count = await runNow(deps, planned);
      return [`${count === 1 ? 'One report is' : `${count} reports are`} made now.`];
    }
    const clients = await nextRunClients(accounts, planned.schedule);
    const lines = clients.slice(0, SHOWN).map(({ name, due }) => {
      const { from, to } = periodBefore(due.day, planned.template.period);
      return `${name}: ${from} to ${to}, due at ${due.at.toISOString()}`;
    });
    const others = clients.length - lines.length;
    return [
      ...lines,
      ...(others > 0 ? [`and ${others} more`] : []),
      `${clients.length === 1 ? 'One report' : `${clients.length} reports`} would be made. Nothing is written.`,
    ];
  },
};

export const reportCommands = { 'reports run': runReports };
