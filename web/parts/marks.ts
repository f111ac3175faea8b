interface Mark {
  at: number;
  label: string;
}

/** How wide a letter of a label is on a chart, and how much room labels need between them, in pixels. */
const LETTER = 8;
const ROOM = 6;

/** The label of marks that stand together: of two both, of more the first and how many follow it. */
const labelOf = (marks: Mark[]) =>
  marks.length < 3 ? marks.map(({ label }) => label).join(', ') : `${marks[0]?.label} +${marks.length - 1}`;

const middleOf = (marks: Mark[]) => ((marks[0]?.at ?? 0) + (marks.at(-1)?.at ?? 0)) / 2;

/** The marks of a chart, where `placeOf` says how many pixels from its left a time is: those over each other are one. */
export function mergeMarks(marks: readonly Mark[], placeOf: (at: number) => number) {
  const collide = (some: Mark[], others: Mark[]) =>
    placeOf(middleOf(others)) - placeOf(middleOf(some)) <
    (LETTER * (labelOf(some) + labelOf(others)).length) / 2 + ROOM;
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
