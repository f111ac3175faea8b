interface Mark {
  at: number;
  label: string;
}

/** How wide a letter of a label is on a chart, and how much room labels need between them, in pixels. */
const LETTER = 8;
const ROOM = 6;

const widthOf = (label: string) => label.length * LETTER;

/** The label of marks that stand together: of two both, of more the first and how many follow it. */
const labelOf = ([first, second, ...more]: Mark[]) => {
  if (!first || !second) return first?.label ?? '';
  return more.length === 0 ? `${first.label}, ${second.label}` : `${first.label} +${more.length + 1}`;
};

const middleOf = (marks: Mark[]) => ((marks[0]?.at ?? 0) + (marks.at(-1)?.at ?? 0)) / 2;

/** Marks of a chart of so many pixels, from its first time to its last: those that would lie over each other are one. */
export function mergeMarks(marks: readonly Mark[], { from, to, width }: { from: number; to: number; width: number }) {
  const pixels = Math.max(0, width) / Math.max(1, to - from);
  const collide = (some: Mark[], others: Mark[]) => {
    const between = (middleOf(others) - middleOf(some)) * pixels;
    return between < (widthOf(labelOf(some)) + widthOf(labelOf(others))) / 2 + ROOM;
  };
  const groups: Mark[][] = [];
  for (const mark of marks.toSorted((one, other) => one.at - other.at)) {
    let group = [mark];
    // A merged label is wider than each, and may reach the one before.
    for (let before = groups.at(-1); before && collide(before, group); before = groups.at(-1)) {
      groups.pop();
      group = [...before, ...group];
    }
    groups.push(group);
  }
  return groups.map((group) => ({ at: middleOf(group), label: labelOf(group) }));
}
